import { BellAlert } from "@medusajs/icons"
import { Alert, Button, Copy, Text, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import type { OnchainDelivery, OnchainDeliveryListResponse, OnchainDeliveryResponse } from "../../types/http"
import { Confirmation } from "../ui/action/confirmation"
import { apiPath, busyRefresh, useAction, useRead } from "../ui/api"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { identified } from "../ui/facts"
import { FailureAlert } from "../ui/failure"
import { shortened } from "../ui/format"
import { ListPage } from "../ui/list/list-page"
import { one, text } from "../ui/list/list-state"
import { stateColumn, type ListSpec } from "../ui/list/list-table"
import { OrderLink } from "../ui/links"
import { orderName } from "../ui/names"
import { Muted, Strong } from "../ui/prose"
import { StateBadge } from "../ui/state-badge"
import { useTexts } from "../ui/texts"

const INDENT = "  "

/**
 * Indents JSON without parsing it: a memo id may be longer than a double holds. @returns the text itself when
 * it is no JSON
 */
export function indentJson(text: string): string {
  if (!isJson(text)) return text
  let depth = 0
  const line = () => `\n${INDENT.repeat(depth)}`
  const parts = text.match(TOKENS) ?? []
  return parts
    .map((part, index) => {
      if (part === "{" || part === "[") {
        const isEmpty = parts[index + 1] === CLOSING[part]
        depth += 1
        return isEmpty ? part : part + line()
      }
      if (part === "}" || part === "]") {
        depth -= 1
        return CLOSING_OF.has(`${parts[index - 1]}${part}`) ? part : line() + part
      }
      if (part === ",") return part + line()
      return part === ":" ? ": " : part
    })
    .join("")
}

const TOKENS = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g
const CLOSING = { "{": "}", "[": "]" } as const
const CLOSING_OF = new Set(["{}", "[]"])

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function DeliveryDetail({ id }: { id: string }) {
  const { t } = useTexts()
  const { data: delivery, ...reading } = useRead(apiPath("deliveries", id), {
    select: (answer: OnchainDeliveryResponse) => answer.delivery,
    refreshMs: (answer) => busyRefresh(answer !== undefined && isWorkedOn(answer.delivery)),
  })
  if (!delivery) return <DetailPending name="delivery" reading={reading} />
  const { next_attempt_at: next, state, last_error: error } = delivery
  const isOver = state === "processed" || state === "ignored"
  return (
    <DetailBody title={delivery.event} badge={<StateBadge of="deliveryState" state={state} />}>
      <DrawerSection title="field.status">
        <Text size="small">{t(`deliveryState.${state}.sentence`)}</Text>
        {error && isOver && <Muted>{error}</Muted>}
        {error && !isOver && (
          <Alert variant={state === "dead" ? "error" : "warning"}>{t("delivery.lastError", { error })}</Alert>
        )}
      </DrawerSection>
      <RerunSection delivery={delivery} />
      <DrawerSection
        title="delivery.facts"
        facts={[
          ["field.received", delivery.received_at, "at"],
          ["field.attempts", delivery.attempts],
          ["delivery.next", state === "received" ? next : null, "at"],
          ["delivery.handled", delivery.processed_at, "at"],
          ["field.order", delivery.order && <OrderLink order={delivery.order} />],
          identified("field.about", delivery.resource_id, "–"),
          ["delivery.id", delivery.id, "copy"],
        ]}
      />
      <BodySection body={delivery.body} />
      <HistorySection entries={delivery.history} name="deliveryHistory" />
    </DetailBody>
  )
}

/** A webhook in progress needs no second run. */
const isWorkedOn = ({ state }: OnchainDelivery) => state === "received" || state === "processing"

function RerunSection({ delivery }: { delivery: OnchainDelivery }) {
  const { t } = useTexts()
  const id = useId()
  const [isAsked, setIsAsked] = useState(false)
  const { mutate, error, isPending } = useAction<OnchainDeliveryResponse>(
    () => ({ path: apiPath("deliveries", delivery.id, "rerun") }),
    () => apiPath("deliveries", delivery.id)
  )
  const confirm = () =>
    mutate(undefined, {
      onSuccess: () => toast.success(t("rerun.done")),
      onSettled: () => setIsAsked(false),
    })
  const words = {
    title: t("rerun.question"),
    text: t("rerun.effect", { event: delivery.event }),
    warning: t("rerun.safe"),
    isFinal: false,
    button: t("rerun.button"),
  }
  return (
    <DrawerSection title="delivery.action">
      <FailureAlert error={error} />
      <div className="flex items-start justify-between gap-x-4">
        <div className="flex min-w-0 flex-col gap-y-0.5">
          <Strong>{t("rerun.button")}</Strong>
          <Text id={id} size="small" className="text-ui-fg-subtle">
            {isWorkedOn(delivery)
              ? `${t("action.notPossible")} ${t(`rerun.not.${delivery.state}`)}`
              : t("rerun.text")}
          </Text>
        </div>
        <Button
          size="small"
          variant="secondary"
          className="shrink-0"
          disabled={isWorkedOn(delivery)}
          aria-describedby={id}
          onClick={() => setIsAsked(true)}
        >
          {t("rerun.button")}
        </Button>
      </div>
      <Confirmation
        words={isAsked ? words : null}
        isBusy={isPending}
        onConfirm={confirm}
        onCancel={() => setIsAsked(false)}
      />
    </DrawerSection>
  )
}

/** It comes from outside, so it is shown as text and never as markup. */
function BodySection({ body }: { body: string }) {
  const { t } = useTexts()
  return (
    <DrawerSection title="delivery.body">
      <Muted isSmall>{t("delivery.bodyHint")}</Muted>
      <div className="relative">
        <pre
          tabIndex={0}
          aria-label={t("delivery.body")}
          className="bg-ui-bg-subtle txt-compact-xsmall focus-visible:shadow-borders-focus max-h-96 overflow-auto rounded-lg border p-3 pe-10 font-mono [font-variant-ligatures:none] outline-none"
        >
          {indentJson(body)}
        </pre>
        <Copy
          content={body}
          variant="mini"
          aria-label={t("delivery.copyBody")}
          className="text-ui-fg-muted bg-ui-bg-subtle absolute end-2 top-2 rounded p-1"
        />
      </div>
    </DrawerSection>
  )
}

const DELIVERIES: ListSpec<OnchainDelivery, OnchainDeliveryListResponse> = {
  name: "deliveries",
  icon: BellAlert,
  guide: "webhooks",
  path: apiPath("deliveries"),
  rows: ({ deliveries }) => deliveries,
  order: "-received_at",
  isOrderFixed: true,
  filters: [
    one("state", "field.status", "deliveryState.*.name"),
    text("event", "field.event", "invoice.paid"),
  ],
  columns: (texts) => [
    { id: "event", label: "field.event", opens: ({ event }) => event, minSize: 160, maxSize: 240 },
    stateColumn("deliveryState"),
    { id: "attempts", label: "field.attempts", show: ({ attempts }) => attempts, maxSize: 100 },
    {
      id: "resource_id",
      label: "field.about",
      show: ({ order, resource_id: id }) =>
        order ? (
          <bdi>{orderName(order, texts.t)}</bdi>
        ) : (
          <Titled title={id} text={id && shortened(id)} className="font-mono [font-variant-ligatures:none]" />
        ),
      maxSize: 200,
    },
    {
      id: "last_error",
      label: "field.details",
      show: ({ last_error: error }) => <Titled title={error} text={error} className="block truncate" />,
      maxSize: 260,
    },
    { id: "received_at", label: "field.received", at: (row) => row.received_at },
  ],
}

type TitledProps = { title: string | null; text: string | null; className: string }

const Titled = ({ title, text: shown, className }: TitledProps) =>
  title ? (
    <span className={className} title={title}>
      {shown}
    </span>
  ) : (
    "–"
  )

export const WebhooksPage = () => (
  <ListPage
    section="settings"
    param="delivery_id"
    spec={DELIVERIES}
    detail={(id) => <DeliveryDetail id={id} />}
  />
)
