// Report clicks on a generated token, or on the big map, by their step, counted from 1, and clicks on a candidate.
// A map has a step per row; lines list the steps of their two columns, at 0 and 1, in the figure's `meta`, 0 for none.
const findStep = (figure, [x, y]) => {
  const { left, top } = figure.getBoundingClientRect(), { height, margin, meta, xaxis, yaxis } = figure.layout;
  const [end, start] = yaxis.range, share = (y - top - margin.t) / (height - margin.t - margin.b);
  const row = share >= 0 && share < 1 ? Math.floor(share * (end - start)) : null;
  if (row === null || !meta) return row === null ? null : row + 1;
  const column = xaxis.range[0] + ((x - left) / figure.clientWidth) * (xaxis.range[1] - xaxis.range[0]);
  return meta[column < 0.5 ? 0 : 1][row];
};

export default function ({ setTriggerValue }) {
  let pressed = [0, 0];  // Plotly's own click after a touch has no position
  const press = ({ clientX, clientY }) => { pressed = [clientX, clientY]; };
  const report = ({ target }) => {
    const token = target.closest(".st-key-translation [data-step]");
    if (token) setTriggerValue("token", Number(token.dataset.step));
    const candidate = target.closest(".st-key-candidates [data-forces]");
    if (candidate) {
      setTriggerValue("candidate", candidate.dataset.forces);
      document.querySelector(".st-key-translation").scrollIntoView({ block: "nearest" });  // on a phone it is far above
    }
    const figure = target.closest(".st-key-attention .js-plotly-plot");
    const step = figure && findStep(figure, pressed);
    if (step) setTriggerValue("row", step);
  };
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("click", report);
  return () => {
    document.removeEventListener("pointerdown", press, true);
    document.removeEventListener("click", report);
  };
}
