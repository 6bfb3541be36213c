import { Alert, Button, StatusBadge, Text } from "@medusajs/ui"
import { useMutation } from "@tanstack/react-query"
import type { OnchainHealthResponse, OnchainProbe } from "../../types/http"
import { sdk } from "../lib/sdk"
import { apiPath } from "../ui/api"
import { Copyable } from "../ui/facts"
import { Muted, Part, Strong } from "../ui/prose"
import { useTexts } from "../ui/texts"

/** Compares the service with the settings of this store, when an operator asks for it. */
export function ProbePart({ environment }: { environment: OnchainHealthResponse["environment"] }) {
  const { t } = useTexts()
  const run = useMutation<OnchainHealthResponse>({
    mutationFn: () => sdk.client.fetch(apiPath("health"), { query: { probe: true } }),
  })
  return (
    <Part
      title={t("health.probe.title")}
      hint={t(environment === "sandbox" ? "health.probe.sandbox" : "health.probe.live")}
      action={
        <Button
          className="shrink-0 whitespace-nowrap"
          size="small"
          variant="secondary"
          isLoading={run.isPending}
          onClick={() => run.mutate()}
        >
          {t("health.probe.run")}
        </Button>
      }
    >
      {run.isError && <Alert variant="error">{t("health.probe.failed")}</Alert>}
      {run.data?.probe && <ProbeResult probe={run.data.probe} />}
    </Part>
  )
}

function ProbeResult({ probe }: { probe: OnchainProbe }) {
  const { t } = useTexts()
  const broken = probe.endpoints.filter(({ ok }) => !ok)
  const isFine = broken.length === 0 && probe.proposals.length === 0 && probe.unknown.length === 0
  return (
    <div aria-live="polite" className="flex flex-col gap-y-4">
      {!probe.is_reached && <Alert variant="error">{t("health.probe.unreachable")}</Alert>}
      {probe.is_reached && isFine && <Alert variant="success">{t("health.probe.fine")}</Alert>}
      {broken.length > 0 && (
        <Rows
          title={t("health.probe.broken")}
          rows={broken.map(({ endpoint, http_status, reason }) => [
            endpoint,
            reason,
            String(http_status ?? "–"),
          ])}
        />
      )}
      {probe.proposals.length > 0 && (
        <>
          <Rows
            title={t("health.probe.proposals")}
            rows={probe.proposals.map(({ setting, value, because }) => [
              `${setting} = ${JSON.stringify(value)}`,
              because,
            ])}
          />
          <Copyable value={JSON.stringify(probe.assumptions, null, 2)} name={t("health.probe.option")} />
        </>
      )}
      {probe.unknown.length > 0 && (
        <Rows
          title={t("health.probe.unknown")}
          rows={probe.unknown.map(({ setting, because }) => [setting, because])}
        />
      )}
      <Muted isSmall>
        {t("health.probe.counts", { calls: probe.endpoints.length, notSeen: probe.not_seen.length })}
      </Muted>
    </div>
  )
}

type Row = readonly [name: string, text: string | null, badge?: string]

function Rows({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <div className="flex flex-col gap-y-2">
      <Strong>{title}</Strong>
      <ul className="divide-y">
        {rows.map(([name, text, badge]) => (
          <li key={`${name} ${text}`} className="flex items-start justify-between gap-4 py-2">
            <div className="min-w-0">
              <Text size="small" className="break-words font-mono [font-variant-ligatures:none]">
                {name}
              </Text>
              {text !== null && <Muted isSmall>{text}</Muted>}
            </div>
            {badge && <StatusBadge color="red">{badge}</StatusBadge>}
          </li>
        ))}
      </ul>
    </div>
  )
}
