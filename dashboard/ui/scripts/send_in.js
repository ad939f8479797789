// A file is sent in: chosen, dropped here, or taken by a phone's camera. It goes to the server as a stream. What it
// is about is asked of the page as it is sent, so that nothing typed a moment ago is missed.
// A redraw may mount the part anew, elsewhere on the page: what was chosen, and what is on its way, belong to the
// form and not to the element. They are let go once the form has been off the page for a while.
const FORMS = new Map();
const LEFT_FOR = 10000;

function draw({ parentElement: root, data, setStateValue }) {
  let s = FORMS.get(data.form);
  if (!s) FORMS.set(data.form, (s = raise()));
  Object.assign(s, { data, answer: setStateValue });
  s.input.accept = data.accept;
  const moved = s.root !== root;
  if (moved) {
    s.root = root;
    root.querySelector(".send_in").replaceChildren(s.zone, s.chosen, s.bar, s.button);
  }
  if (s.asked !== null && !s.request) {
    if (data.go === s.asked) send(s);
    else if (moved) s.answer("ask", { n: s.asked });  // it may have been asked of the part that is gone
  }
  if (moved && s.told) s.answer("sent", s.told);
  return () => setTimeout(() => {
    if (s.root !== root || root.isConnected) return;
    s.request?.abort();
    FORMS.delete(data.form);
  }, LEFT_FOR);
}

function raise() {
  const s = { root: null, file: null, asked: null, request: null, told: null };
  s.input = el("input", { type: "file", "aria-label": "File" });
  s.zone = el("label", { class: "zone" }, el("span", {}, "Choose a file, drop one here, or take a picture"), s.input);
  s.chosen = el("p", { class: "chosen", role: "status" });
  s.button = el("button", { type: "button" }, "Attach");
  s.bar = el("progress", { max: 1, value: 0, hidden: true, "aria-label": "Sent so far" });
  const choose = (file) => { s.file = file ?? null; s.chosen.textContent = s.file ? s.file.name : ""; };
  s.input.addEventListener("change", () => choose(s.input.files[0]));
  for (const name of ["dragover", "dragleave", "drop"]) {
    s.zone.addEventListener(name, (event) => { event.preventDefault(); s.zone.classList.toggle("over", name === "dragover"); });
  }
  s.zone.addEventListener("drop", (event) => choose(event.dataTransfer?.files[0]));
  s.button.addEventListener("click", () => press(s));
  s.button.addEventListener("pointerdown", (down) => held(down, () => press(s)));
  return s;
}

// The press itself takes the caret out of a field, whose redraw may move the button from under the pointer before it
// is let go: the browser then sees no click. What was pressed and let go on the same spot was pressed.
const SLIP = 10;

function held(down, then) {
  if (!down.isPrimary || down.button !== 0) return;
  const ended = new AbortController(), once = { capture: true, signal: ended.signal };
  window.addEventListener("pointercancel", () => ended.abort(), once);
  window.addEventListener("pointerup", (up) => {
    if (up.pointerId !== down.pointerId) return;
    ended.abort();
    if (Math.hypot(up.clientX - down.clientX, up.clientY - down.clientY) <= SLIP) then();
  }, once);
}

function press(s) {
  if (s.asked !== null) return;
  if (!s.file) { s.chosen.textContent = "Choose a file first."; s.input.focus(); return; }
  s.asked = Date.now();
  s.button.disabled = true;
  s.answer("ask", { n: s.asked });
}

function send(s) {
  const request = (s.request = new XMLHttpRequest()), n = s.asked;
  const done = (told) => {
    s.asked = s.request = null;
    s.button.disabled = false;
    s.bar.hidden = true;
    s.answer("sent", (s.told = { n, ...told }));
  };
  s.bar.hidden = false;
  request.upload.addEventListener("progress", (event) => { if (event.lengthComputable) s.bar.value = event.loaded / event.total; });
  request.addEventListener("load", () => {
    let told = {};
    try { told = JSON.parse(request.responseText); } catch { /* what is no answer says nothing */ }
    done({ status: request.status, position: told.position ?? 0, message: told.message ?? "", warnings: told.warnings ?? [] });
  });
  request.addEventListener("error", () => done({ status: 0, position: 0, message: "", warnings: [] }));
  const about = encodeURIComponent(JSON.stringify(s.data.about));
  request.open("PUT", `${s.data.address}&name=${encodeURIComponent(s.file.name)}&about=${about}`);
  request.send(s.file);
}
