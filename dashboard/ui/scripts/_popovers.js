// What a button folds out lies at the end of the page, far from it for the Tab key. Whoever opens it by keys is put into
// it, and back on the button when it is folded in again. Alt with a letter opens one as it presses a button.
const FOLDED_OUT = "[data-testid=stPopoverBody]", FOLDS_OUT = "button[data-testid=stPopoverButton], [data-testid=stPopover] button";
const IN_IT = "input:not([type=hidden]):not(:disabled), textarea:not(:disabled), button:not(:disabled), [tabindex='0']";
const LONGEST_FOLD = 3_000;

function goInto(button) {
  const enter = () => {
    const first = document.querySelector(FOLDED_OUT)?.querySelector(IN_IT);
    if (!first) return;
    drawn.disconnect();
    first.focus();
  };
  const drawn = new MutationObserver(enter);
  drawn.observe(document.body, { childList: true, subtree: true });
  setTimeout(() => drawn.disconnect(), LONGEST_FOLD);
  const back = (event) => {
    if (event.key !== "Escape" || !button.isConnected) return;
    window.removeEventListener("keydown", back, true);
    setTimeout(() => { if (!document.querySelector(FOLDED_OUT)) button.focus(); }, 300);
  };
  window.addEventListener("keydown", back, true);
}

window.addEventListener("keydown", (event) => {
  const asked = event.altKey && event.code.startsWith("Key")
    ? document.querySelector(`[class*="st-key-asks-Alt-${event.code.slice(3)}"] button`) : null;
  if (asked) {
    event.preventDefault();
    goInto(asked);
    if (asked.getAttribute("aria-expanded") !== "true") asked.click();
    return;
  }
  const button = event.target instanceof Element ? event.target.closest(FOLDS_OUT) : null;
  if (button && (event.key === "Enter" || event.key === " ") && button.getAttribute("aria-expanded") !== "true") goInto(button);
}, true);

// It lies outside of what Streamlit calls light or dark, and its colours would be those of a light page.
function tint() {
  const page = document.querySelector(".stApp");
  for (const room of page ? document.body.children : [])
    if (!room.contains(page)) room.style.colorScheme = getComputedStyle(page).colorScheme;
}
new MutationObserver(tint).observe(document.body, { childList: true });
window.addEventListener("click", tint, true);
window.addEventListener("keydown", ({ altKey, key }) => { if (altKey || key === "Enter" || key === " ") tint(); }, true);
