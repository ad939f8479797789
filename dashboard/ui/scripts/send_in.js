// A file is sent in: chosen, dropped, pasted, or taken by a phone's camera. It goes to the server as a stream. What it
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
  s.zone = el("label", { class: "zone" }, el("span", {}, "Choose a file, drop or paste one, or take a picture"), s.input);
  s.chosen = el("p", { class: "chosen", role: "status" });
  s.button = el("button", { type: "button" }, "Attach");
  s.bar = el("progress", { max: 1, value: 0, hidden: true, "aria-label": "Sent so far" });
  s.input.addEventListener("change", () => choose(s, s.input.files));
  for (const name of ["dragover", "dragleave", "drop"]) {
    s.zone.addEventListener(name, (event) => { event.preventDefault(); s.zone.classList.toggle("over", name === "dragover"); });
  }
  s.zone.addEventListener("drop", (event) => given(s, event.dataTransfer?.files ?? []));
  s.button.addEventListener("click", () => press(s));
  s.button.addEventListener("pointerdown", (down) => held(down, () => press(s)));
  return s;
}

function choose(s, files) {
  s.file = files[0] ?? null;
  const more = files.length > 1 ? ` (the first of ${files.length}: one at a time)` : "";
  s.chosen.textContent = s.file ? s.file.name + more : "";
}

// The field for the file shows what was given as if it had been chosen there.
function given(s, files) {
  if (s.asked !== null) return;
  if (!files.length) { s.chosen.textContent = "That was no file. Save it first, then choose it here."; return; }
  const one = new DataTransfer();
  one.items.add(files[0]);
  s.input.files = one.files;
  choose(s, files);
}

// What is pasted has no place of its own on the page, and what is dropped beside the zone makes the browser leave the
// page for the file: both are for the one form that lies open, or for that in which the cursor is.
const withFiles = (data) => Boolean(data) && [...data.types].includes("Files");

function openForm() {
  const open = [...FORMS.values()].filter((s) => s.root?.isConnected && s.zone.checkVisibility());
  return open.length === 1 ? open[0] : open.find((s) => s.root.contains?.(document.activeElement));
}

window.addEventListener("paste", (event) => {
  const s = withFiles(event.clipboardData) && openForm();
  const words = [...(event.clipboardData?.types ?? [])].includes("text/plain");
  if (!s || (words && event.composedPath()[0].matches?.("input, textarea, [contenteditable]"))) return;
  event.preventDefault();
  given(s, event.clipboardData.files);
});
for (const name of ["dragover", "drop"]) {
  window.addEventListener(name, (event) => {
    if (event.defaultPrevented || !withFiles(event.dataTransfer)) return;
    const s = openForm();
    if (!s) return;
    event.preventDefault();
    if (name === "drop") given(s, event.dataTransfer.files);
  });
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
