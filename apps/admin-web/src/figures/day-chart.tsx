import { AxisBottom, AxisLeft } from '@visx/axis';
import { scaleBand, scaleLinear } from '@visx/scale';
import { Bar } from '@visx/shape';
import { useEffect, useRef, useState } from 'react';
import { formatDay } from './range.rules.js';

export interface Column {
  day: string;
  value: number;
  /** Shown on hover. */
  text: string;
}

interface Props {
  title: string;
  columns: readonly Column[];
  /** Its column is drawn as not complete. */
  today: string;
  formatTick: (value: number) => string;
  isWhole?: boolean;
}

const HEIGHT = 200;
const MARGIN = { top: 12, right: 4, bottom: 28, left: 56 };
const LABEL_WIDTH = 72;
const TICKS = 4;

/** The width of an element, measured again when it changes. */
function useWidth() {
  const element = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(640);
  useEffect(() => {
    if (!element.current) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(Math.round(entry.contentRect.width)));
    observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return { element, width };
}

/** Every nth day, so that labels do not overlap. */
const pickDays = (days: readonly string[], most: number): string[] => {
  const step = Math.ceil(days.length / Math.max(1, most));
  return days.filter((_, index) => index % step === 0);
};

/** A column for each day. The table of days has the same numbers, so this picture is hidden from screen readers. It does not move. */
export function DayChart({ title, columns, today, formatTick, isWhole = false }: Props) {
  const { element, width } = useWidth();
  const days = columns.map(({ day }) => day);
  const right = Math.max(MARGIN.left + 1, width - MARGIN.right);
  const x = scaleBand({ domain: days, range: [MARGIN.left, right], padding: 0.2 });
  const values = columns.map(({ value }) => value);
  const y = scaleLinear({
    domain: [Math.min(0, ...values), Math.max(isWhole ? TICKS : 1, ...values)],
    range: [HEIGHT - MARGIN.bottom, MARGIN.top],
    nice: TICKS,
  });
  const labels = { className: 'fill-muted-foreground text-xs tabular-nums', fontFamily: 'inherit' };
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 font-semibold">{title}</figcaption>
      <div ref={element} aria-hidden>
        <svg width={width} height={HEIGHT} className="block max-w-full">
          {y.ticks(TICKS).map((value) => (
            <line
              key={value}
              x1={MARGIN.left}
              x2={right}
              y1={y(value)}
              y2={y(value)}
              className={value === 0 ? 'stroke-border-strong' : 'stroke-border'}
            />
          ))}
          {columns.map(({ day, value, text }) => (
            <Bar
              key={day}
              x={x(day) ?? 0}
              width={Math.max(1, x.bandwidth())}
              y={y(Math.max(0, value))}
              height={Math.abs(y(value) - y(0))}
              className={
                day === today
                  ? 'fill-primary/40 stroke-primary forced-colors:fill-[Canvas] forced-colors:stroke-[CanvasText]'
                  : 'fill-primary forced-colors:fill-[CanvasText]'
              }
              strokeDasharray={day === today ? '3 2' : undefined}
            >
              <title>{text}</title>
            </Bar>
          ))}
          <AxisLeft
            scale={y}
            left={MARGIN.left}
            numTicks={TICKS}
            hideAxisLine
            hideTicks
            tickFormat={(value) => (isWhole && !Number.isInteger(value) ? '' : formatTick(Number(value)))}
            tickLabelProps={{ ...labels, textAnchor: 'end', dx: -4, dy: 4 }}
          />
          <AxisBottom
            scale={x}
            top={HEIGHT - MARGIN.bottom}
            hideAxisLine
            hideTicks
            tickValues={pickDays(days, Math.floor((right - MARGIN.left) / LABEL_WIDTH))}
            tickFormat={(day) => formatDay(day, { month: 'short', day: 'numeric' })}
            tickLabelProps={{ ...labels, textAnchor: 'middle' }}
          />
        </svg>
      </div>
    </figure>
  );
}
