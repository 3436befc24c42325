/** The offset from UTC that this clock has at a moment, as ISO 8601 writes it. */
export function zoneAt(moment: Date): string {
  const minutes = -moment.getTimezoneOffset();
  const two = (number: number) => String(number).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(Math.floor(Math.abs(minutes) / 60))}:${two(Math.abs(minutes) % 60)}`;
}
