import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Alert, Button, Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { HealthCheckList } from "../../../components/health-check-list"
import { WebhookSummary } from "../../../components/webhook-summary"
import { useHealth } from "../../../hooks/use-health"

/** Settings > Crypto payments: what is right and wrong with the setup. */
const HealthPage = () => {
  const { data, isPending, isError, isFetching, refetch } = useHealth()
  return (
    <Container className="divide-y p-0">
      <div className="flex items-start justify-between gap-4 px-6 py-4">
        <div>
          <Heading level="h1">Crypto payments</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {data?.environment === "sandbox"
              ? "Sandbox environment: no real money is involved."
              : "What is right and wrong with the setup of this store."}
          </Text>
        </div>
        <Button
          className="shrink-0 whitespace-nowrap"
          size="small"
          variant="secondary"
          isLoading={isFetching}
          onClick={() => void refetch()}
        >
          Check again
        </Button>
      </div>
      {isPending && (
        <div className="flex flex-col gap-3 px-6 py-4" role="status" aria-label="Checking">
          {["a", "b", "c", "d"].map((row) => (
            <Skeleton key={row} className="h-8 w-full" />
          ))}
        </div>
      )}
      {isError && (
        <div className="px-6 py-4">
          <Alert variant="error">The check could not be made. The server did not answer; try again.</Alert>
        </div>
      )}
      {data && <HealthCheckList checks={data.checks} />}
      {data && <WebhookSummary webhooks={data.webhooks} />}
    </Container>
  )
}

export const config = defineRouteConfig({ label: "Crypto payments" })

export default HealthPage
