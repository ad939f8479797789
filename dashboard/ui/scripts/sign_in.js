// Signing in leads away from the page and comes back to the first page. Where one was going is kept in this tab
// meanwhile, and gone to once one is inside.
const KEPT = "campaign-ledger-sign-in";
const LONGEST = 2000;
let left = false;                                    // who signs out is not on the way anywhere

function draw({ data }) {
  const here = location.pathname + location.search;
  try {
    if (!data.inside) {
      if (!left && here !== "/" && here.length < LONGEST) sessionStorage.setItem(KEPT, here);
      return;
    }
    left = true;
    const wanted = sessionStorage.getItem(KEPT);
    sessionStorage.removeItem(KEPT);
    // Only a path of this server: one that began with two slashes would be another's address.
    if (wanted && wanted !== here && /^\/(?![/\\])/.test(wanted)) location.replace(wanted);
  } catch {
    // A browser that keeps nothing: one lands on the first page.
  }
}
