// Prints the page: the style for paper leaves only the sheets on it.
function draw({ parentElement: root, data }) {
  const box = root.querySelector(".print");
  if (box.querySelector("button")) return;
  const button = el("button", { type: "button" }, data.label);
  button.onclick = () => window.print();
  box.append(button);
}
