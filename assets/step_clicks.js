// Report clicks on a generated token, or on the big map, by their step, counted from 1, and clicks on a token to force,
// which is a candidate or was generated without the changes; and the columns and rows that a long map is zoomed into,
// none after a double click.
// A map has a step per row; lines list the steps of their two columns, at 0 and 1, in the figure's `meta`, 0 for none.
const DOUBLE_CLICK = 300;  // milliseconds, Plotly's own
const GAP = 12;  // pixels above the French text
const HOLD = 2000;  // milliseconds in which the server answers a click
const findStep = (figure, [x, y]) => {
  const { left, top } = figure.getBoundingClientRect(), { height, margin, meta, xaxis, yaxis } = figure.layout;
  const [end, start] = yaxis.range, share = (y - top - margin.t) / (height - margin.t - margin.b);
  const row = share >= 0 && share < 1 ? Math.floor(start + share * (end - start) + 0.5) : null;
  if (row === null || !meta) return row === null ? null : row + 1;
  const column = xaxis.range[0] + ((x - left) / figure.clientWidth) * (xaxis.range[1] - xaxis.range[0]);
  return meta[column < 0.5 ? 0 : 1][row];
};
const findWindow = ({ layout: { xaxis, yaxis } }) => [xaxis.range, [...yaxis.range].reverse()];
// Only axes that can be zoomed have names for all of their positions.
const isZoomed = ({ layout: { xaxis, yaxis } }) => [xaxis, yaxis].some(({ labelalias, range }) =>
  labelalias && Math.abs(range[1] - range[0]) < Object.keys(labelalias).length - 0.01);
const HELD = [".st-key-candidates", ".st-key-switch", ".st-key-heads"];
const FORCING = ":is(.st-key-candidates, .st-key-switchboard) [data-forces]";
const findPlace = (selector) => document.querySelector(selector)?.getBoundingClientRect();
// What was clicked stays in its place while changes appear above it, or go, as far as the French text stays in sight.
// The next click, or a visitor who scrolls, ends that.
let letGo = () => {};
const hold = (selector) => {
  const page = document.querySelector('[data-testid="stMain"]');
  const { top } = findPlace(selector);
  const observer = new ResizeObserver(() => {
    const place = findPlace(selector), text = findPlace(".st-key-translation");
    if (!place || !text) return letGo();  // the page was left
    page.scrollBy(0, Math.min(place.top - top, text.top < 0 ? Infinity : Math.max(0, Math.floor(text.top - GAP))));
  });
  observer.observe(page.firstElementChild);
  const scrolled = new AbortController();
  letGo = () => { observer.disconnect(); scrolled.abort(); };
  setTimeout(letGo, HOLD);
  const once = { passive: true, signal: scrolled.signal };
  for (const scrolling of ["wheel", "touchmove"]) page.addEventListener(scrolling, letGo, once);
};
// On a phone, what a click changes may be far above it: return true if it had to be scrolled into sight.
const showEffect = (target) => {
  const isSwitching = document.querySelector(".st-key-click_switches input")?.checked;
  const isChosen = target.closest(".st-key-heads .js-plotly-plot") && !isSwitching;
  const changed = target.closest(FORCING) ? ".st-key-translation" : isChosen ? ".st-key-attention" : null;
  if (!changed || findPlace(changed).bottom >= 0) return false;
  document.querySelector(changed).scrollIntoView({ block: "nearest" });
  return true;
};

// A button chosen by keyboard is drawn anew: keep the focus on the one in its place.
const BUTTONS = [".st-key-translation [data-step]", ".st-key-candidates [data-forces]", ".st-key-switchboard [data-forces]"];
const keepFocus = (target) => {
  const buttons = BUTTONS.find((selector) => target.closest(selector));
  if (!buttons) return;
  const place = [...document.querySelectorAll(buttons)].indexOf(target.closest(buttons));
  const end = performance.now() + HOLD;
  const look = () => {
    const { activeElement } = document, button = document.querySelectorAll(buttons)[place];
    if (activeElement === document.body) button?.focus({ preventScroll: true });
    else if (activeElement !== button) return;  // the visitor went on
    if (performance.now() < end) setTimeout(look, 50);
  };
  setTimeout(look, 50);
};

export default function ({ setTriggerValue }) {
  let pressed = [0, 0];  // Plotly's own click after a touch has no position
  let dragged = null;
  let before = "";
  let waiting = null;
  const findFigure = ({ target }) => target.closest(".st-key-attention .js-plotly-plot");
  const press = (event) => {
    pressed = [event.clientX, event.clientY];
    dragged = findFigure(event);
    before = dragged?.layout ? JSON.stringify(findWindow(dragged)) : "";
  };
  const release = () => setTimeout(() => {  // after Plotly
    const isNew = dragged?.layout?.yaxis.labelalias && JSON.stringify(findWindow(dragged)) !== before;
    if (isNew && isZoomed(dragged)) setTriggerValue("zoom", findWindow(dragged));
    dragged = null;
  });
  const reportRow = (figure) => {
    const step = figure && findStep(figure, pressed);
    if (!step) return;
    const isSecond = waiting !== null;
    clearTimeout(waiting);
    waiting = null;
    if (isSecond) setTriggerValue("zoom", []);
    else if (!isZoomed(figure)) setTriggerValue("row", step);
    else {
      waiting = setTimeout(() => { waiting = null; setTriggerValue("row", step); }, DOUBLE_CLICK);
    }
  };
  const report = (event) => {
    const { target } = event;
    if (!event.detail) keepFocus(target);
    const token = target.closest(".st-key-translation [data-step]");
    if (token) setTriggerValue("token", Number(token.dataset.step));
    const candidate = target.closest(FORCING);
    if (candidate) setTriggerValue("candidate", candidate.dataset.forces);
    letGo();
    const clicked = HELD.find((selector) => target.closest(selector));
    if (!showEffect(target) && clicked) hold(clicked);
    reportRow(findFigure(event));
  };
  // Plotly would take a finger's drag: fingers scroll the page and the overview, and their taps arrive as clicks.
  const scroll = (event) => {
    if (event.target.closest(":is(.st-key-attention, .st-key-heads) .js-plotly-plot")) event.stopPropagation();
  };
  document.addEventListener("pointerdown", press, true);
  document.addEventListener("touchstart", scroll, { capture: true, passive: true });
  document.addEventListener("mouseup", release, true);
  document.addEventListener("click", report);
  return () => {
    letGo();
    clearTimeout(waiting);
    document.removeEventListener("pointerdown", press, true);
    document.removeEventListener("touchstart", scroll, { capture: true });
    document.removeEventListener("mouseup", release, true);
    document.removeEventListener("click", report);
  };
}
