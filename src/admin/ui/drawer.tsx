import { XMark } from "@medusajs/icons"
import { FetchError } from "@medusajs/js-sdk"
import { Drawer, Heading, IconButton, Kbd, Skeleton } from "@medusajs/ui"
import { type PropsWithChildren, type ReactNode, useEffect, useId, useState } from "react"
import { Activity } from "./activity"
import { type Fact, Facts } from "./facts"
import { LoadFailure } from "./failure"
import { Muted } from "./prose"
import { nameOf, useTexts } from "./texts"
import { useFocusReturn } from "./action/use-focus-return"

type SideDrawerProps = {
  id: string | null
  onClose: () => void
  children: (id: string) => ReactNode
}

export function SideDrawer({ id, onClose, children }: SideDrawerProps) {
  const isOpen = id !== null
  const returnFocus = useFocusReturn(isOpen)
  // The drawer keeps its content while it slides away.
  const [lastId, setLastId] = useState(id)
  useEffect(() => {
    if (id !== null) setLastId(id)
  }, [id])
  const shownId = id ?? lastId
  return (
    <Drawer open={isOpen} onOpenChange={(willBeOpen) => !willBeOpen && onClose()}>
      <Drawer.Content aria-describedby={undefined} onCloseAutoFocus={returnFocus}>
        {shownId !== null && children(shownId)}
      </Drawer.Content>
    </Drawer>
  )
}

/** The library's own has a close button without a name. */
export function DrawerHeading({ title, children }: { title: string; children?: ReactNode }) {
  const { t } = useTexts()
  return (
    <div className="border-ui-border-base flex items-start justify-between gap-x-4 border-b px-6 py-4">
      <div className="flex min-w-0 flex-col gap-y-2">
        <Drawer.Title asChild>
          <Heading level="h2" className="line-clamp-3 break-words" title={title}>
            {title}
          </Heading>
        </Drawer.Title>
        {children}
      </div>
      <div className="flex items-center gap-x-2">
        <Kbd className="max-sm:hidden">esc</Kbd>
        <Drawer.Close asChild>
          <IconButton size="small" type="button" variant="transparent" aria-label={t("detail.close")}>
            <XMark />
          </IconButton>
        </Drawer.Close>
      </div>
    </div>
  )
}

/** @param title key of its words */
export function DrawerSection({
  title,
  facts,
  children,
}: PropsWithChildren<{ title: string; facts?: Fact[] }>) {
  const { t } = useTexts()
  const id = useId()
  return (
    <section aria-labelledby={id} className="flex flex-col gap-y-3 px-6 py-4">
      <Heading level="h3" id={id}>
        {t(title)}
      </Heading>
      {facts && <Facts facts={facts} />}
      {children}
    </section>
  )
}

const SKELETONS = ["h-16", "h-32", "h-28", "h-48"]

type DetailPendingProps = {
  /** Key of its words. */
  name: string
  reading: { error: Error | null; refetch: () => Promise<unknown> }
}

export function DetailPending({ name, reading: { error, refetch } }: DetailPendingProps) {
  const { t } = useTexts()
  const isGone = error instanceof FetchError && error.status === 404
  return (
    <>
      <DrawerHeading title={t(`${name}.title`)} />
      {error ? (
        <LoadFailure
          text={t(`${name}.${isGone ? "notFound" : "loadFailed"}`)}
          onRetry={() => void refetch()}
        />
      ) : (
        <div className="flex flex-col gap-y-4 px-6 py-4" role="status" aria-label={t("detail.loading")}>
          {SKELETONS.map((height) => (
            <Skeleton key={height} className={`${height} w-full`} />
          ))}
        </div>
      )}
    </>
  )
}

type DetailBodyProps = PropsWithChildren<{
  title: string
  badge: ReactNode
  footer?: ReactNode
}>

export function DetailBody({ title, badge, footer, children }: DetailBodyProps) {
  return (
    <>
      <DrawerHeading title={title}>{badge}</DrawerHeading>
      <div className="flex-1 divide-y overflow-y-auto [overflow-wrap:anywhere]">{children}</div>
      {footer && (
        <div className="border-ui-border-base flex items-center justify-end gap-x-2 border-t px-6 py-4 empty:hidden">
          {footer}
        </div>
      )}
    </>
  )
}

type HistorySectionProps = {
  entries: { at: string; action: string; by: string | null }[]
  /** Key of the words of the actions. */
  name: string
}

/** What only the customer does, who is no user of the dashboard. */
const OF_CUSTOMER = ["refund.address_proposed", "refund.address_changed"]

export function HistorySection({ entries, name }: HistorySectionProps) {
  const { t } = useTexts()
  const items = entries.map(({ at, action, by }) => ({
    at,
    title: nameOf(name, action.replace(/^\w+\./, ""), t),
    by: by ?? t(OF_CUSTOMER.includes(action) ? "field.customer" : "detail.automatic"),
  }))
  return (
    <DrawerSection title="detail.history">
      {items.length === 0 ? (
        <Muted>{t("detail.noHistory")}</Muted>
      ) : (
        <Activity label={t("detail.history")} items={items} />
      )}
    </DrawerSection>
  )
}
