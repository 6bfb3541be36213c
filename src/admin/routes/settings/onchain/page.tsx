import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Alert, Button, Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { CounterSummary } from "../../../components/health/counter-summary"
import { HealthCheckList } from "../../../components/health/health-check-list"
import { PayoutUsers } from "../../../components/health/payout-users"
import { WebhookSummary } from "../../../components/health/webhook-summary"
import { useHealth } from "../../../hooks/use-health"
import { useTexts } from "../../../hooks/use-texts"

/** Settings > Crypto payments: what is right and wrong with the setup. */
const HealthPage = () => {
  const { t } = useTexts()
  const { data, isPending, isError, isFetching, refetch } = useHealth()
  return (
    <Container className="divide-y p-0">
      <div className="flex items-start justify-between gap-4 px-6 py-4">
        <div>
          <Heading level="h1">{t("health.title")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t(data?.environment === "sandbox" ? "health.sandbox" : "health.subtitle")}
          </Text>
        </div>
        <Button
          className="shrink-0 whitespace-nowrap"
          size="small"
          variant="secondary"
          isLoading={isFetching}
          onClick={() => void refetch()}
        >
          {t("health.checkAgain")}
        </Button>
      </div>
      {isPending && (
        <div className="flex flex-col gap-3 px-6 py-4" role="status" aria-label={t("health.checking")}>
          {["a", "b", "c", "d"].map((row) => (
            <Skeleton key={row} className="h-8 w-full" />
          ))}
        </div>
      )}
      {isError && (
        <div className="px-6 py-4">
          <Alert variant="error">{t("health.failed")}</Alert>
        </div>
      )}
      {data && <HealthCheckList checks={data.checks} />}
      {data && <PayoutUsers users={data.payout_users} />}
      {data && <WebhookSummary webhooks={data.webhooks} />}
      {data && <CounterSummary counters={data.counters} />}
    </Container>
  )
}

export const config = defineRouteConfig({ label: "menu.payments", translationNs: "onchain" })

export default HealthPage
