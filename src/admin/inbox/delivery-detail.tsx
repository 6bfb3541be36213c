import { Alert, Copy, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainDelivery } from "../../types/http"
import { ActionRow } from "../ui/action/action-row"
import { Confirmation } from "../ui/action/confirmation"
import { DetailBody, DetailPending, DrawerSection, HistorySection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { FailureAlert } from "../ui/failure"
import { formatInstant } from "../ui/format"
import { StateBadge } from "../ui/state-badge"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { useDelivery, useRerun } from "./api"
import { indentJson } from "./json"
import { DELIVERY_HISTORY_WORDING, rerunChoice } from "./words"

export function DeliveryDetail({ id }: { id: string }) {
  const { t, locale } = useTexts()
  const { data: delivery, ...reading } = useDelivery(id)
  if (!delivery) return <DetailPending name="delivery" reading={reading} />
  const { next_attempt_at: next, processed_at: handled, state } = delivery
  return (
    <DetailBody title={delivery.event} badge={<StateBadge of="deliveryState" state={state} />}>
      <DrawerSection title={t("field.status")}>
        <Text size="small">{t(`deliveryState.${state}.sentence`)}</Text>
        <LastError delivery={delivery} />
      </DrawerSection>
      <RerunSection delivery={delivery} />
      <DrawerSection title={t("delivery.facts")}>
        <Facts
          facts={[
            [t("field.received"), formatInstant(delivery.received_at, locale)],
            [t("field.attempts"), delivery.attempts],
            [t("delivery.next"), next && state === "received" ? formatInstant(next, locale) : null],
            [t("delivery.handled"), handled && formatInstant(handled, locale)],
            [t("field.about"), delivery.resource_id || "–", delivery.resource_id ? "copy" : undefined],
            [t("delivery.id"), delivery.id, "copy"],
          ]}
        />
      </DrawerSection>
      <BodySection body={delivery.body} />
      <HistorySection entries={delivery.history} name="deliveryHistory" wording={DELIVERY_HISTORY_WORDING} />
    </DetailBody>
  )
}

type DeliveryProps = { delivery: OnchainDelivery }

function LastError({ delivery: { state, last_error: text } }: DeliveryProps) {
  const { t } = useTexts()
  if (!text) return null
  if (state === "processed" || state === "ignored") {
    return <Muted>{text}</Muted>
  }
  return (
    <Alert variant={state === "dead" ? "error" : "warning"}>{t("delivery.lastError", { error: text })}</Alert>
  )
}

function RerunSection({ delivery }: DeliveryProps) {
  const { t } = useTexts()
  const [isAsked, setIsAsked] = useState(false)
  const { mutate, error, isPending } = useRerun(delivery.id)
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
    <DrawerSection title={t("delivery.action")}>
      <FailureAlert error={error} />
      <ActionRow words="rerun" choice={rerunChoice(delivery, t)} onAsk={() => setIsAsked(true)} />
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
    <DrawerSection title={t("delivery.body")}>
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
