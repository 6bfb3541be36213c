import { formatAge, formatInstant } from "../format/instant"
import { useTexts } from "../hooks/use-texts"

/** How long ago an instant was; the exact time shows when one points at it. */
export function Age({ at }: { at: string }) {
  const { locale } = useTexts()
  return (
    <time dateTime={at} title={formatInstant(at, locale)}>
      {formatAge(at, Date.now(), locale)}
    </time>
  )
}
