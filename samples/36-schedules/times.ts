// The version of 2025 has minutes where the newest one has times, such as 570 for 09:30. Both ways of serving it need this.

export function fromMinutes<More>({ start, end, ...more }: More & { start: number; end: number }) {
  return { ...more, startTime: toTime(start), endTime: toTime(end) };
}

export function toMinutes<More>({
  startTime,
  endTime,
  ...more
}: More & { startTime: string; endTime: string }) {
  return { ...more, start: minutesOf(startTime), end: minutesOf(endTime) };
}

function toTime(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

function minutesOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
