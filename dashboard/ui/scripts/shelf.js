// The library: each campaign as a volume with its own timeline on the cover. A plain click stays in this session;
// the address behind it is a real one, for a new tab.
function draw({ parentElement: root, data }) {
  const box = root.querySelector(".shelf");
  const many = (count, one) => `${count.toLocaleString("en")} ${count === 1 ? one : `${one}s`}`;
  const volumes = data.volumes.map((it) => {
    const cover = svg("svg", { viewBox: "0 0 300 64", preserveAspectRatio: "none", "aria-hidden": "true" });
    const bars = it.density.length ? swell(it.density, 64) : [], step = 300 / Math.max(64, bars.length);
    bars.forEach(({ tall, kind }, i) => {
      const half = Math.max(0.8, Math.pow(tall, 1.3) * 31);
      svg("rect", { class: `k-${kind}`, x: i * step + step * 0.18, width: Math.min(9, step * 0.64), y: 32 - half, height: half * 2, rx: 1 }, cover);
    });
    const last = it.last_played ? new Date(it.last_played) : null;
    const when = last && !isNaN(last) ? last.toLocaleDateString("en-GB", { year: "numeric", month: "long", day: "numeric" }) : "";
    const facts = el("ul", {}, el("li", {}, many(it.sessions, "session")), el("li", {}, many(it.rulings, "ruling")), el("li", {}, many(it.records, "moment")));
    const card = el("a", { href: it.address, class: "volume", "data-slug": it.slug },
      el("div", { class: "cover" }, cover),
      el("p", { class: "game" }, it.game_title),
      el("h2", { dir: "auto" }, it.title),
      el("p", { class: "who", dir: "auto" }, it.who),
      ...(it.labels.length ? [el("p", { class: "labels" }, ...it.labels.map((label) => el("span", { dir: "auto" }, label)))] : []),
      facts,
      el("p", { class: "when" }, it.waiting && !when ? "Being brought up to date" : !it.sessions || !when ? "No session yet" : `Last played ${when}`));
    card.onclick = (event) => {
      if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return;
      event.preventDefault();
      card.classList.add("opening");
      lead(it.address);
    };
    return card;
  });
  box.replaceChildren(...volumes);
}
