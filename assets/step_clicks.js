// Report clicks on a generated token, or on a row of the big map, by their step, counted from 1, and clicks on a candidate.
const findRow = (figure, y) => {
  const { top } = figure.getBoundingClientRect(), { height, margin, yaxis } = figure.layout;
  const [end, start] = yaxis.range, share = (y - top - margin.t) / (height - margin.t - margin.b);
  return share >= 0 && share < 1 ? Math.floor(share * (end - start)) + 1 : null;
};

export default function ({ setTriggerValue }) {
  let pressed = 0;  // Plotly's own click after a touch has no position
  const press = ({ clientY }) => { pressed = clientY; };
  const report = ({ target }) => {
    const token = target.closest(".st-key-translation [data-step]");
    if (token) setTriggerValue("token", Number(token.dataset.step));
    const candidate = target.closest(".st-key-candidates [data-forces]");
    if (candidate) setTriggerValue("candidate", candidate.dataset.forces);
    const figure = target.closest(".st-key-attention .js-plotly-plot");
    const row = figure && findRow(figure, pressed);
    if (row) setTriggerValue("row", row);
  };
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("click", report);
  return () => {
    document.removeEventListener("pointerdown", press, true);
    document.removeEventListener("click", report);
  };
}
