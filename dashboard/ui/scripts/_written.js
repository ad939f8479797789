// A choice with room for words of one's own keeps them when it is left, as any other line does. By itself it keeps
// them on Enter only, and whoever goes on by Tab or with a press elsewhere has written them in vain.
const NEW_WORDS = "Add: ";  // what Streamlit puts in front of an option that is only written so far

function keepWritten(line) {
  if (!(line instanceof HTMLInputElement) || line.getAttribute("role") !== "combobox" || !line.value.trim()) return;
  const list = document.getElementById(line.getAttribute("aria-controls") ?? "");
  const options = [...(list?.querySelectorAll("[role=option]") ?? [])];
  const called = (words) => options.find((it) => it.textContent.trim() === words);
  const words = line.value.trim();
  (called(words) ?? called(NEW_WORDS + words))?.click();
}

window.addEventListener("keydown", (press) => {
  if (press.key === "Tab") keepWritten(document.activeElement);
}, true);
window.addEventListener("pointerdown", (press) => {
  const line = document.activeElement, at = press.target;
  if (at === line || (at instanceof Element && at.closest("[role=listbox], [role=option]"))) return;
  keepWritten(line);
}, true);
