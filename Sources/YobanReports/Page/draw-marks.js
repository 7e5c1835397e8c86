// Draws moments: flags, ticks, findings, and marks on the edge of bands and bars.

/** Combines marks that would overlap into one group. */
function clusters(marks, room) {
  const groups = [];
  for (const mark of marks) {
    const place = x.of(mark.time);
    const last = groups[groups.length - 1];
    if (last && place - last.x < room) last.marks.push(mark);
    else groups.push({ x: place, marks: [mark] });
  }
  return groups;
}

/** Returns the marks that are visible, or whose text reaches into the view. */
function visibleMarks(lane) {
  const margin = (view.length / layout.width) * 12;
  return marksBetween(lane.marks, view.from - margin, view.to + margin);
}

function drawMarks(pen, row) {
  const { lane } = row;
  if (lane.label === "Findings") drawFindings(pen, row);
  else if (lane.label === "User") drawFlags(pen, row);
  else drawTicks(pen, row);
}

const FINDING_ROOM = 13;

function drawFindings(pen, { lane, y, height }) {
  const groups = clusters(visibleMarks(lane), FINDING_ROOM);
  groups.forEach((group, i) => {
    const middle = y + height / 2;
    pen.fillStyle = colors.get("finding");
    pen.beginPath();
    pen.moveTo(group.x, middle - 8);
    pen.lineTo(group.x + 8, middle);
    pen.lineTo(group.x, middle + 8);
    pen.lineTo(group.x - 8, middle);
    pen.fill();
    pen.fillStyle = colors.get("on-finding");
    pen.font = `700 10px ${FONT}`;
    pen.textAlign = "center";
    const count = group.marks.length;
    pen.fillText(count > 99 ? "∗" : count > 1 ? String(count) : "!", group.x, middle + 0.5);
    pen.textAlign = "start";
    const names = new Set(group.marks.map((mark) => data.findings.get(mark.event)?.name ?? ""));
    const next = groups[i + 1]?.x ?? layout.width + 200;
    label(pen, [...names].join(", "), group.x + 12, next - 12, middle, "ink");
  });
}

function drawFlags(pen, { lane, y, height }) {
  const groups = clusters(visibleMarks(lane), 4);
  groups.forEach((group, i) => {
    const left = Math.round(group.x);
    pen.fillStyle = colors.get("user");
    pen.fillRect(left, y, 1.5, height);
    pen.beginPath();
    pen.moveTo(left, y);
    pen.lineTo(left + 9, y + 4.5);
    pen.lineTo(left, y + 9);
    pen.fill();
    const words = group.marks.map((mark) => data.events.words(mark.event)).join(", ");
    const next = groups[i + 1]?.x ?? layout.width + 200;
    label(pen, words, left + 12, next - 6, y + 8, "ink");
  });
}

function drawTicks(pen, { lane, y, height }) {
  const marks = visibleMarks(lane);
  const groups = clusters(marks, 1);
  if (groups.length > layout.width / 5) {
    return drawDensity(pen, { y, height }, markDensity(lane), "output");
  }
  for (const group of groups) {
    pen.fillStyle = colors.get(group.marks[0].style);
    const share = Math.min(1, 0.4 + group.marks.length * 0.15);
    pen.fillRect(group.x, y + height * (1 - share), 1.2, height * share);
  }
  if (groups.length > layout.width / 40) return;
  groups.forEach((group, i) => {
    const next = groups[i + 1]?.x ?? layout.width + 200;
    const words = group.marks.map((mark) => data.events.words(mark.event)).join(" · ");
    label(pen, words, group.x + 5, next - 6, y + height / 2, "ink");
  });
}

/** Draws a text between two positions, truncated to the available width. */
function label(pen, words, left, right, middle, color) {
  pen.font = `11px ${FONT}`;
  const start = Math.max(left, 4);
  const text = cut(pen, words, Math.min(right, layout.width - 4) - start);
  if (!text) return;
  pen.fillStyle = colors.get(color);
  pen.fillText(text, start, middle);
}

/** Draws marks on the edge of bands, bars and curves. */
function drawEdgeMarks(pen, { lane, y, height }) {
  const groups = clusters(visibleMarks(lane), 1.5);
  groups.forEach(({ x: place, marks }, i) => {
    const left = Math.round(place);
    const worst = marks.find((mark) => mark.style === "kill" || mark.style === "link-lost")
      ?? marks.find((mark) => mark.style.endsWith("-failed"))
      ?? marks.find((mark) => mark.style === "launch") ?? marks[0];
    const style = worst.style;
    pen.fillStyle = pen.strokeStyle = colors.get(style);
    switch (style) {
      case "launch":
        triangle(pen, left, y + height, -6);
        break;
      case "end":
      case "kill":
        pen.fillRect(left - 1, y - 4, 2, height + 4);
        cross(pen, left, y - 4);
        drawEnd(pen, marks, left + 8, (groups[i + 1]?.x ?? layout.width) - 10, y + height / 2);
        break;
      case "link-lost":
        pen.fillRect(left - 1, y - 4, 2, height + 4);
        cross(pen, left, y - 4);
        break;
      case "received":
        // Close marks are drawn as one line, so that a hole in the line is visible.
        pen.fillRect(place - 0.75, y, Math.max(1.5, nextWithin(groups, i, 4) - place), 6);
        break;
      case "reachable":
        triangle(pen, left, y + height, -6);
        break;
      case "unreachable":
        triangle(pen, left, y + height - 6, 6);
        break;
      case "task-expired":
      case "job-expired":
      case "service-expired":
      case "job-failed":
      case "transfer-failed":
      case "connection-failed":
      case "workout-failed":
      case "link-failed":
      case "service-failed":
        pen.fillRect(left - 0.75, y + height - 9, 1.5, 9);
        cross(pen, left, y + height - 10);
        break;
      default:
        triangle(pen, left, y, 5);
    }
  });
}

/**
 * Draws why a process ended, in the empty space until the next process starts. Without enough
 * space, draws only a kill's code, on the end of its last band.
 */
function drawEnd(pen, marks, left, right, middle) {
  const end = marks.find((mark) => mark.style === "end" || mark.style === "kill");
  const words = data.events.words(end.event).replace(/^ended: /, "");
  const code = words.split(/: | \(| by /)[0].replace("device rebooted", "reboot");
  pen.font = `11px ${FONT}`;
  const width = pen.measureText(code).width;
  const isLast = marks[marks.length - 1] === end;
  if (isLast && right - left >= width) return label(pen, words, left, right, middle, "ink");
  const edge = left - 10;
  if (end.style !== "kill" || edge - width - 8 < 0 || edge > layout.width) return;
  pen.fillStyle = colors.get("kill");
  pen.beginPath();
  pen.roundRect(edge - width - 8, middle - 8, width + 8, 16, 3);
  pen.fill();
  pen.fillStyle = colors.get("on-finding");
  pen.fillText(code, edge - width - 4, middle + 0.5);
}

/** Returns the position of the next group if it is close, or else the position of this one. */
function nextWithin(groups, i, reach) {
  const next = groups[i + 1]?.x ?? Infinity;
  return next - groups[i].x <= reach ? next + 0.75 : groups[i].x;
}

function triangle(pen, place, y, size) {
  pen.beginPath();
  pen.moveTo(place - Math.abs(size) * 0.7, y);
  pen.lineTo(place + Math.abs(size) * 0.7, y);
  pen.lineTo(place, y + size);
  pen.fill();
}

function cross(pen, place, y) {
  pen.lineWidth = 2;
  pen.beginPath();
  pen.moveTo(place - 3.5, y - 3.5);
  pen.lineTo(place + 3.5, y + 3.5);
  pen.moveTo(place + 3.5, y - 3.5);
  pen.lineTo(place - 3.5, y + 3.5);
  pen.stroke();
}
