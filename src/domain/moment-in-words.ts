/** Writes an instant to the minute, in UTC: operators and servers may be in different time zones. */
export function momentInWords(moment: Date): string {
  const text = moment.toISOString()
  return `on ${text.slice(0, 10)} at ${text.slice(11, 16)} UTC`
}
