// Frames ahead: what the next steps show is here before they are taken. They come a way of their own, and are of one
// stamp: a line, a viewer and whose sheet is chosen. With another stamp all of them are dropped.
const AHEAD = 60;                                     // so many places on are to be here, and half as many back
const THIN = 50;                                      // with fewer, more are fetched
const AT_ONCE = 20;
const MOST_KEPT = 600;
const SETTLED = 50;

function forget(s, stamp) {
  s.stamp = stamp;
  s.frames = new Map();
  forgetSheets(s);
  s.ready.clear();
  s.shown = s.wanted = s.next = null;
}

function keep(s, at, frame) {
  s.frames.delete(at);                               // the newest last
  s.frames.set(at, frame);
  for (const old of s.frames.keys()) {
    if (s.frames.size <= MOST_KEPT) break;
    s.frames.delete(old);
  }
}

function textsOf(s, at) {
  const frame = s.frames.get(at);
  return frame ? frame.texts ?? together(frame.runs, frame.pieces) : null;
}

// The server was told that this frame is on the page already, and sent the rest.
function drawnBefore(s, at, told) {
  const texts = textsOf(s, at);
  return texts && { ...texts, ...told };
}

// Draw a position without the server's answer: at once, or as soon as its frame has come. False: the server must.
function step(s, to) {
  const place = placeOf(s, to), was = placeOf(s, s.shown);
  s.wanted = s.next = null;                          // what was asked for before is passed over
  if (place < 0) return false;
  if (was >= 0 && place !== was) s.heading = place > was ? 1 : -1;
  const texts = textsOf(s, to);
  if (!texts) return seek(s, to);
  presentNext(s, to);
  fillSoon(s);
  return true;
}

// Read the moment that comes next the way the page goes, while nothing else is to do.
function readNext(s) {
  const line = globalThis.campaignLedger.lines[s.rev], here = placeOf(s, s.shown);
  if (s.gone || s.next !== null || here < 0) return;
  const texts = textsOf(s, positionAt(line, here + s.heading));
  if (texts) readAhead(s, texts);
}

const placeOf = (s, at) => {
  const line = globalThis.campaignLedger.lines[s.rev];
  return line && at ? placesOf(line, [at])[0] : -1;
};

// Only the newest position is asked for; one that was passed over meanwhile never is.
function seek(s, at) {
  if (!s.ticket) return false;
  s.wanted = at;
  if (s.seeking) return true;
  s.seeking = true;
  ask(s, at, 1).then(() => {
    s.seeking = false;
    const texts = textsOf(s, at);
    if (!texts) s.wanted = null;                     // the server is asked, once the cursor rests
    if (s.wanted === null || s.gone) return;
    const on = s.wanted;
    if (on !== at && !s.frames.has(on)) seek(s, on);   // the server works on it while this one is drawn
    present(s, at, texts);
    if (s.wanted !== null && !s.seeking) step(s, s.wanted);
    fillSoon(s);
  });
  return true;
}

function fillSoon(s) {
  clearTimeout(s.filling);
  s.filling = setTimeout(() => fillAhead(s), s.frames.size > 1 ? 0 : SETTLED);
}

function fillAhead(s) {
  if (s.fetching || s.seeking || s.held || s.gone || !s.ticket) return;
  const stretch = missing(s, s.heading, AHEAD) ?? missing(s, -s.heading, AHEAD / 2);
  if (!stretch) return;
  s.fetching = true;
  ask(s, ...stretch).then((came) => {
    s.fetching = false;
    if (came) fillAhead(s);
  });
}

// The nearest stretch on that side that is not here, as its first position and its length; null while enough is.
function missing(s, towards, reach) {
  const line = globalThis.campaignLedger.lines[s.rev], here = placeOf(s, s.shown);
  if (here < 0) return null;
  const last = placesOf(line, [line.stretches.at(-1)[1]])[0], end = Math.max(0, Math.min(last, here + towards * reach));
  const lacks = (place) => !s.frames.has(positionAt(line, place));
  let from = here;
  while (from !== end && !lacks(from)) from += towards;
  if (!lacks(from) || Math.abs(from - here) > Math.min(THIN, reach - 10)) return null;
  const most = towards > 0 ? AT_ONCE : AT_ONCE / 2;
  let until = from;
  while (until !== end && Math.abs(until - from) + 1 < most && lacks(until + towards)) until += towards;
  return [positionAt(line, Math.min(from, until)), Math.abs(until - from) + 1];
}

// Frames from a position on. True when some came that are still wanted; without any, the next answer of the server
// brings another ticket.
async function ask(s, at, count) {
  const { stamp, ticket } = s;
  const query = new URLSearchParams({ at, count, chosen: s.chosen });
  let sent = null;
  try {
    const answer = await fetch(`replay/frames?${query}`, { headers: { "X-Replay-Ticket": ticket } });
    if (answer.status === 200) sent = await answer.json();
  } catch { /* without the server there are none */ }
  if (s.gone) return false;
  if (!sent && s.ticket === ticket) s.ticket = null;
  if (!sent || s.stamp !== stamp) return false;
  for (const [position, runs] of Object.entries(sent.frames)) keep(s, Number(position), { runs, pieces: sent.pieces });
  return true;
}

// Tell the server that the page stands at a moment which it has drawn by itself. Over the socket, where what is asked of
// a value is answered anew with each step; else beside it. A promise of whether it was taken in.
function tell(s, at, n) {
  if (s.asking || s.shown !== at || !s.ticket) return null;
  const query = new URLSearchParams({ at, n });
  return fetch(`replay/cursor?${query}`, { method: "POST", headers: { "X-Replay-Ticket": s.ticket } })
    .then((answer) => answer.status === 204, () => false);
}

// While the pointer is down nothing is fetched but what it points at.
function holdWhileDown(s) {
  const down = () => { s.held = true; };
  const up = () => { s.held = false; fillSoon(s); };
  const events = [["pointerdown", down], ["pointerup", up], ["pointercancel", up]];
  for (const [name, heard] of events) window.addEventListener(name, heard, true);
  return () => { for (const [name, heard] of events) window.removeEventListener(name, heard, true); };
}
