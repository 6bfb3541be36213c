import { CurrencyDollar, InformationCircle } from "@medusajs/icons"
import { Alert, Container, Table, Tooltip } from "@medusajs/ui"
import { useId } from "react"
import type { OnchainBalance } from "../../types/http"
import { assetKey } from "../payout/request"
import { LoadFailure } from "../ui/failure"
import { formatDecimal, formatWorth } from "../ui/format"
import { RefreshButton } from "../ui/links"
import { EmptyState, Loading, Muted, Strong, Title } from "../ui/prose"
import { SectionTabs } from "../ui/section-tabs"
import { useTexts } from "../ui/texts"
import { useBalances } from "./worth"

export function BalancesPage() {
  const { t } = useTexts()
  const id = useId()
  const { data, isPending, isError, isRefetching, refetch } = useBalances()
  return (
    <div className="flex flex-col gap-y-3">
      <SectionTabs of="balances" />
      <Container className="overflow-hidden p-0">
        <section aria-labelledby={id} className="divide-y">
          <div className="flex items-start justify-between gap-x-4 px-6 py-4">
            <Title
              level="h1"
              id={id}
              text={t("menu.balances")}
              hint={t("balances.subtitle")}
              guide="balances"
            />
            <RefreshButton isBusy={isRefetching} onRefresh={() => void refetch()} />
          </div>
          {isPending && <Loading label={t("detail.loading")} rows={2} />}
          {isError && <LoadFailure text={t("balances.loadFailed")} onRetry={() => void refetch()} />}
          {data && !data.is_complete && <Warning text={t("balances.incomplete")} />}
          {data?.balances.some(({ requires_recovery }) => isPositive(requires_recovery)) && (
            <Warning text={t("balances.recoveryAlert")} />
          )}
          {data?.is_complete && data.balances.length === 0 && (
            <EmptyState icon={CurrencyDollar} heading={t("balances.none")} />
          )}
          {data && data.balances.length > 0 && <BalanceTable balances={data.balances} />}
        </section>
      </Container>
    </div>
  )
}

function Warning({ text }: { text: string }) {
  return (
    <div className="px-6 py-4">
      <Alert variant="warning">{text}</Alert>
    </div>
  )
}

const COLUMNS = ["total", "held", "recovery", "onItsWay"] as const

const isPositive = (amount: string | null) => amount !== null && /[1-9]/.test(amount)

function BalanceTable({ balances }: { balances: OnchainBalance[] }) {
  const { t } = useTexts()
  const hasIncome = balances.some(({ without_order }) => isPositive(without_order))
  const columns = [...COLUMNS, ...(hasIncome ? (["withoutOrder"] as const) : [])]
  return (
    <div className="overflow-x-auto" role="group" aria-label={t("menu.balances")} tabIndex={0}>
      <Table>
        <Table.Header>
          <Table.Row>
            <Table.HeaderCell>{t("field.token")}</Table.HeaderCell>
            {columns.map((name) => (
              <Table.HeaderCell key={name} className="whitespace-nowrap text-end">
                <Tooltip content={t(`balances.${name}Note`)}>
                  <span
                    tabIndex={0}
                    className="focus-visible:shadow-borders-focus inline-flex items-center gap-x-1 rounded outline-none"
                  >
                    {t(`balances.${name}`)}
                    <InformationCircle className="text-ui-fg-muted" aria-hidden />
                  </span>
                </Tooltip>
              </Table.HeaderCell>
            ))}
          </Table.Row>
        </Table.Header>
        <Table.Body>
          {balances.map((balance) => (
            <Table.Row key={`${balance.chain}|${assetKey(balance)}`}>
              <Table.Cell className="py-2">
                <Strong>{balance.token}</Strong>
                <Muted isSmall>{balance.network_name}</Muted>
              </Table.Cell>
              <Amount value={balance.total} price={balance.price} />
              <Amount value={balance.total_held} />
              <Amount value={balance.requires_recovery} />
              <Amount value={balance.on_its_way} />
              {hasIncome && <Amount value={balance.without_order} />}
            </Table.Row>
          ))}
        </Table.Body>
      </Table>
    </div>
  )
}

function Amount({ value, price }: { value: string | null; price?: OnchainBalance["price"] }) {
  const { t, locale } = useTexts()
  const worth = value !== null && price ? formatWorth(value, price, locale) : null
  return (
    <Table.Cell className="whitespace-nowrap py-2 text-end tabular-nums">
      {value === null ? (
        <span className="text-ui-fg-subtle" title={t("detail.notReported")}>
          –
        </span>
      ) : (
        formatDecimal(value, locale)
      )}
      {worth && <span className="txt-compact-xsmall text-ui-fg-subtle block">{worth}</span>}
    </Table.Cell>
  )
}
