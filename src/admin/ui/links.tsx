import { ArrowPath, ArrowUpRightOnBox } from "@medusajs/icons"
import { clx, IconButton } from "@medusajs/ui"
import type { ComponentProps } from "react"
import { Link } from "react-router-dom"
import type { OnchainDeposit } from "../../types/http"
import { customerName, orderName } from "./names"
import { pathTo } from "./paths"
import { useTexts } from "./texts"

/** The dashboard's usual blue is too light to read on white. */
export function TextLink({ className, ...props }: ComponentProps<typeof Link>) {
  return (
    <Link
      {...props}
      className={clx(
        "text-ui-fg-interactive-hover focus-visible:shadow-borders-focus rounded-sm underline-offset-2 outline-none hover:underline",
        className
      )}
    />
  )
}

type OrderLinkProps = { order: { id: string; display_id: number | null }; className?: string }

export function OrderLink({ order, className }: OrderLinkProps) {
  const { t } = useTexts()
  return (
    <TextLink to={pathTo.order(order.id)} className={className}>
      {orderName(order, t)}
    </TextLink>
  )
}

export function CustomerLink({ customer }: { customer: OnchainDeposit["customer"] }) {
  const { t } = useTexts()
  const name = customerName(customer, t)
  if (!customer) return <span className="text-ui-fg-subtle">{name}</span>
  return (
    <TextLink to={pathTo.customer(customer.id)} title={name} className="block truncate">
      {name}
    </TextLink>
  )
}

/** Opens a transaction or an address in a block explorer, without a referrer. */
export function ExplorerLink({ page, name }: { page: string; name: string }) {
  const { t } = useTexts()
  const label = t("detail.explorer", { name })
  return (
    <a
      href={page}
      target="_blank"
      rel="noreferrer noopener"
      aria-label={label}
      title={label}
      className="text-ui-fg-muted hover:text-ui-fg-base focus-visible:shadow-borders-focus inline-block shrink-0 rounded p-0.5 align-middle outline-none"
    >
      <ArrowUpRightOnBox />
    </a>
  )
}

/** A row alone cannot be reached with the keyboard. */
export function OpenButton({ text, label, onOpen }: { text: string; label: string; onOpen: () => void }) {
  return (
    <button
      type="button"
      className="txt-compact-small-plus text-ui-fg-base focus-visible:shadow-borders-focus block max-w-full truncate rounded outline-none"
      aria-label={label}
      title={text}
      onClick={(event) => {
        event.stopPropagation()
        onOpen()
      }}
    >
      <bdi>{text}</bdi>
    </button>
  )
}

export function RefreshButton({ isBusy, onRefresh }: { isBusy: boolean; onRefresh: () => void }) {
  const { t } = useTexts()
  const name = t("list.refresh")
  return (
    <IconButton
      size="small"
      className="shrink-0"
      aria-label={name}
      title={name}
      isLoading={isBusy}
      onClick={onRefresh}
    >
      <ArrowPath />
    </IconButton>
  )
}
