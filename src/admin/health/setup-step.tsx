import { CheckCircleSolid, CircleDottedLine, ExclamationCircleSolid, MinusCircle } from "@medusajs/icons"
import { Button, clx, Copy, Text } from "@medusajs/ui"
import type {
  OnchainSetup,
  OnchainSetupResponse,
  OnchainSetupStep,
  OnchainWebhookTestResponse,
} from "../../types/http"
import { apiPath, toFailure, useAction, useRead } from "../ui/api"
import { formatAge } from "../ui/format"
import { TextLink } from "../ui/links"
import { Muted, Strong } from "../ui/prose"
import { nameOf, useTexts, type Texts } from "../ui/texts"

const ICONS = {
  done: <CheckCircleSolid className="text-ui-tag-green-icon" />,
  todo: <CircleDottedLine className="text-ui-fg-muted" />,
  problem: <ExclamationCircleSolid className="text-ui-tag-red-icon" />,
  optional: <MinusCircle className="text-ui-fg-muted" />,
} as const

type Webhook = OnchainSetup["webhook"]

const REFRESH_MS = 30_000

/** The state of the setup, as the setup page and the overview of a new store show it. */
export const useSetup = () => useRead<OnchainSetupResponse>(apiPath("setup"), { refreshMs: REFRESH_MS })

export function SetupSteps({ setup, steps }: { setup: OnchainSetup; steps: readonly OnchainSetupStep[] }) {
  return (
    <ol className="divide-y">
      {steps.map((step) => (
        <SetupStepRow key={step.id} step={step} webhook={setup.webhook} />
      ))}
    </ol>
  )
}

/** One step: its state, one sentence, and what to copy or open. */
function SetupStepRow({ step, webhook }: { step: OnchainSetupStep; webhook: Webhook }) {
  const { t, texts } = useTexts()
  // The currencies of a store come with its regions.
  const place = step.id === "rates" ? undefined : PLACES[step.code]
  return (
    <li className="flex items-start gap-x-3 px-6 py-3">
      <span className="mt-0.5 shrink-0" aria-hidden>
        {ICONS[step.state]}
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-y-2">
        <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
          <div className="min-w-0">
            <Strong>
              {t(`setup.step.${step.id}`)} <span className="sr-only">{t(`setup.state.${step.state}`)}</span>
            </Strong>
            <Muted>{sentenceOf(step, texts)}</Muted>
          </div>
          {place && (
            <TextLink to={place[0]} className="txt-compact-small-plus">
              {t(place[1])}
            </TextLink>
          )}
        </div>
        {explanationsOf(step).map(({ id, status, message }) => (
          <Text
            key={id}
            size="small"
            className={clx("break-words", status === "error" ? "text-ui-fg-error" : "text-ui-fg-base")}
          >
            {message}
          </Text>
        ))}
        {step.id === "webhooks" && (
          <>
            <CopyField value={webhook.url} name={t("setup.copyUrl")} />
            {webhook.is_local && <Muted isSmall>{t("setup.local")}</Muted>}
            {webhook.can_test && <TestEvent />}
          </>
        )}
        {step.code === "provider_missing" && <CopyField value={PROVIDER} name={t("setup.copyProvider")} />}
      </div>
    </li>
  )
}

const PROVIDER = `{ resolve: "medusa-payment-onchain/providers/onchain", id: "default" }`

/** What is still to do needs no second sentence. */
const explanationsOf = ({ state, findings }: OnchainSetupStep) => (state === "todo" ? [] : findings)

/** Times as ages, and reasons in words. */
function sentenceOf({ code, params }: OnchainSetupStep, { t, locale }: Texts): string {
  const { at, reason } = params
  return t(`setup.code.${code}`, {
    ...params,
    ...(typeof at === "string" ? { at: formatAge(at, Date.now(), locale) } : {}),
    ...(typeof reason === "string" ? { reason: nameOf("setup.refusal", reason, t) } : {}),
  })
}

/** Where a step is done. */
const PLACES: Partial<Record<OnchainSetupStep["code"], readonly [path: string, words: string]>> = {
  regions_none: ["/settings/regions", "setup.openRegions"],
  users_none: ["#payout-users", "setup.showUsers"],
  users_too_few: ["#payout-users", "setup.showUsers"],
  users_unknown: ["#payout-users", "setup.showUsers"],
}

/** Whole, because the operator pastes it elsewhere. */
function CopyField({ value, name }: { value: string; name: string }) {
  const { t } = useTexts()
  return (
    <div className="bg-ui-bg-subtle flex max-w-full items-start justify-between gap-x-2 self-start rounded-md border px-2 py-1">
      <span className="txt-compact-small break-all font-mono [font-variant-ligatures:none]" dir="ltr">
        {value}
      </span>
      <Copy
        content={value}
        variant="mini"
        aria-label={t("detail.copy", { name })}
        className="text-ui-fg-muted shrink-0 rounded p-0.5"
      />
    </div>
  )
}

function TestEvent() {
  const { t } = useTexts()
  const { mutate, data, error, isPending } = useAction<OnchainWebhookTestResponse>(() => ({
    path: apiPath("setup", "test-webhook"),
  }))
  const words = () => {
    if (error) return t("setup.test.failed", { message: toFailure(error).message })
    if (!data) return t("setup.test.hint")
    const { result, http_status: status, reason } = data.test
    return t(`setup.test.result.${result}`, {
      status: status ?? 0,
      reason: reason === null ? t("detail.unknown") : nameOf("setup.refusal", reason, t),
    })
  }
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <Button size="small" variant="secondary" isLoading={isPending} onClick={() => mutate()}>
        {t("setup.test.button")}
      </Button>
      <div role="status" className="min-w-0">
        <Muted isSmall>{words()}</Muted>
      </div>
    </div>
  )
}
