import { Text, Tooltip } from "@medusajs/ui"
import { type ReactNode, useState } from "react"
import { formatAge, formatInstant } from "./format"
import { useTexts } from "./texts"

/** One event of a timeline. `at` is ISO 8601. */
export type ActivityItem = { at: string; title: string; details?: ReactNode; by?: string | null }

/** Folded events between the newest and the first. */
const SHOWN_FIRST = 4

/** A timeline as the dashboard writes an order's activity: newest first, with relative times. */
export function Activity({ label, items }: { label: string; items: ActivityItem[] }) {
  const { t } = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  const newestFirst = [...items].reverse()
  const hidden = isOpen ? 0 : Math.max(0, newestFirst.length - SHOWN_FIRST - 1)
  const shown = hidden > 0 ? [...newestFirst.slice(0, SHOWN_FIRST), ...newestFirst.slice(-1)] : newestFirst
  return (
    <div className="flex flex-col gap-y-0.5">
      <ol aria-label={label} className="flex flex-col gap-y-0.5">
        {shown.map((item, index) => (
          <Entry key={`${item.at} ${index} ${isOpen}`} item={item} isFirst={index === shown.length - 1} />
        ))}
      </ol>
      {hidden > 0 && (
        <button
          type="button"
          className="txt-compact-small-plus text-ui-fg-subtle hover:text-ui-fg-base focus-visible:shadow-borders-focus mt-2 self-start rounded px-1 outline-none"
          onClick={() => setIsOpen(true)}
        >
          {t("detail.showMore", { count: hidden })}
        </button>
      )}
    </div>
  )
}

function Entry({ item: { at, title, details, by }, isFirst }: { item: ActivityItem; isFirst: boolean }) {
  const { locale } = useTexts()
  return (
    <li className="grid grid-cols-[20px_1fr] items-start gap-2">
      <div aria-hidden className="flex size-full flex-col items-center gap-y-0.5">
        <div className="flex size-5 items-center justify-center">
          <div className="bg-ui-bg-base shadow-borders-base flex size-2.5 items-center justify-center rounded-full">
            <div className="bg-ui-tag-neutral-icon size-1.5 rounded-full" />
          </div>
        </div>
        {!isFirst && <div className="bg-ui-border-base w-px flex-1" />}
      </div>
      <div className={isFirst ? "min-w-0" : "min-w-0 pb-4"}>
        <div className="flex items-baseline justify-between gap-x-2">
          <Text size="small" leading="compact" weight="plus" className="min-w-0 break-words">
            {title}
          </Text>
          <Tooltip content={formatInstant(at, locale)}>
            <time
              dateTime={at}
              className="txt-compact-small text-ui-fg-subtle shrink-0 whitespace-nowrap text-end"
            >
              {formatAge(at, Date.now(), locale)}
            </time>
          </Tooltip>
        </div>
        {details && <div className="txt-compact-small text-ui-fg-subtle break-words">{details}</div>}
        {by && (
          <Text size="small" leading="compact" className="text-ui-fg-subtle break-words">
            <bdi>{by}</bdi>
          </Text>
        )}
      </div>
    </li>
  )
}
