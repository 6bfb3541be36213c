import { Alert, Container, Text } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainBalance } from "../../types/http"
import { assetKey } from "../payout/request"
import { RefreshButton } from "../ui/links"
import { Figures } from "../ui/facts"
import { LoadFailure } from "../ui/failure"
import { formatDecimal } from "../ui/format"
import { Loading, Strong, Title } from "../ui/prose"
import { SectionTabs } from "../ui/section-tabs"
import { useTexts } from "../ui/texts"
import { useBalances } from "./api"

export const BalancesPage = () => (
  <div className="flex flex-col gap-y-3">
    <SectionTabs of="balances" />
    <Container className="p-0">
      <BalanceList />
    </Container>
  </div>
)

function BalanceList() {
  const { t } = useTexts()
  const id = useId()
  const { data, isPending, isError, isRefetching, refetch } = useBalances()
  const notes = ["totalNote", "heldNote", "recoveryNote", "onItsWayNote"] as const
  return (
    <section aria-labelledby={id} className="divide-y">
      <div className="flex items-start justify-between gap-x-4 px-6 py-4">
        <Title level="h1" id={id} text={t("balances.title")} hint={t("balances.subtitle")} />
        <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
      </div>
      {isPending && <Loading label={t("detail.loading")} rows={2} />}
      {isError && <LoadFailure text={t("balances.loadFailed")} onRetry={() => void refetch()} />}
      {data && !data.is_complete && (
        <div className="px-6 py-4">
          <Alert variant="warning">{t("balances.incomplete")}</Alert>
        </div>
      )}
      {data?.is_complete && data.balances.length === 0 && (
        <Text size="small" className="text-ui-fg-subtle px-6 py-4">
          {t("balances.none")}
        </Text>
      )}
      {data?.balances.some(({ requires_recovery: amount }) => amount !== null && /[1-9]/.test(amount)) && (
        <div className="px-6 py-4">
          <Alert variant="warning">{t("balances.recoveryAlert")}</Alert>
        </div>
      )}
      {data && data.balances.length > 0 && (
        <>
          <ul className="divide-y">
            {data.balances.map((balance) => (
              <BalanceRow key={`${balance.chain}|${assetKey(balance)}`} balance={balance} />
            ))}
          </ul>
          <ul className="flex flex-col gap-y-1 px-6 py-4">
            {notes.map((note) => (
              <li key={note} className="txt-small text-ui-fg-subtle">
                {t(`balances.${note}`)}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  )
}

function BalanceRow({ balance }: { balance: OnchainBalance }) {
  const { t, locale } = useTexts()
  const amount = (value: string | null) =>
    value === null ? (
      t("detail.notReported")
    ) : (
      <span className="break-all">{formatDecimal(value, locale)}</span>
    )
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <Strong>{t("balances.asset", { token: balance.token, network: balance.network_name })}</Strong>
      <Figures
        figures={[
          [t("balances.total"), amount(balance.total)],
          [t("balances.held"), amount(balance.total_held)],
          [t("balances.recovery"), amount(balance.requires_recovery)],
          [t("balances.onItsWay"), amount(balance.on_its_way)],
        ]}
      />
    </li>
  )
}
