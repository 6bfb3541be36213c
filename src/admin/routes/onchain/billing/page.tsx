import { defineRouteConfig } from "@medusajs/admin-sdk"
import { Container, Heading, Skeleton, Text } from "@medusajs/ui"
import { getI18n } from "react-i18next"
import { BillingSummary } from "../../../components/billing/billing-summary"
import { LoadFailure } from "../../../components/load-failure"
import { RefreshButton } from "../../../components/refresh-button"
import { useBilling } from "../../../hooks/use-billing"
import { useTexts } from "../../../hooks/use-texts"

/** Crypto payments > Billing and gas: what the service costs, and what is left of the plan. */
const BillingPage = () => {
  const { t } = useTexts()
  const { data, isPending, isError, isRefetching, refetch } = useBilling()
  return (
    <Container className="divide-y p-0">
      <div className="flex items-start justify-between gap-x-4 px-6 py-4">
        <div>
          <Heading level="h1">{t("billing.title")}</Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("billing.subtitle")}
          </Text>
        </div>
        <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
      </div>
      {isPending && (
        <div className="flex flex-col gap-3 px-6 py-4" role="status" aria-label={t("billing.loading")}>
          {["a", "b", "c"].map((row) => (
            <Skeleton key={row} className="h-12 w-full" />
          ))}
        </div>
      )}
      {isError && <LoadFailure text={t("billing.loadFailed")} onRetry={() => void refetch()} />}
      {data && <BillingSummary billing={data} />}
    </Container>
  )
}

export const config = defineRouteConfig({ label: "menu.billing", translationNs: "onchain", rank: 7 })

export const handle = { breadcrumb: () => getI18n().t("menu.billing", { ns: "onchain" }) }

export default BillingPage
