import { Alert, Heading, Skeleton, Text } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainBalance } from "../../../types/http"
import { formatDecimal } from "../../format/decimal"
import { useBalances } from "../../hooks/use-balances"
import { useTexts } from "../../hooks/use-texts"
import { assetKey } from "../../withdrawals/request"
import { Figures } from "../health/figures"
import { LoadFailure } from "../load-failure"
import { RefreshButton } from "../refresh-button"

/** What the service holds, asset by asset, with what each figure means. */
export function BalanceList() {
  const { t } = useTexts()
  const id = useId()
  const { data, isPending, isError, isRefetching, refetch } = useBalances()
  const notes = ["totalNote", "heldNote", "recoveryNote", "onItsWayNote"] as const
  return (
    <section aria-labelledby={id} className="divide-y">
      <div className="flex items-start justify-between gap-x-4 px-6 py-4">
        <div>
          <Heading level="h1" id={id}>
            {t("balances.title")}
          </Heading>
          <Text size="small" className="text-ui-fg-subtle">
            {t("balances.subtitle")}
          </Text>
        </div>
        <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
      </div>
      {isPending && (
        <div className="flex flex-col gap-3 px-6 py-4" role="status" aria-label={t("balances.loading")}>
          <Skeleton className="h-12 w-full" />
          <Skeleton className="h-12 w-full" />
        </div>
      )}
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
    value === null ? t("balances.notTold") : <span className="break-all">{formatDecimal(value, locale)}</span>
  return (
    <li className="flex flex-col gap-y-2 px-6 py-4">
      <Text size="small" weight="plus" leading="compact">
        {t("balances.asset", { token: balance.token, network: balance.network_name })}
      </Text>
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
