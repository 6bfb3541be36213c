import { Container, Text } from "@medusajs/ui"
import type { OnchainOverviewBalance, OnchainOverviewBalances } from "../../types/http"
import { formatFiat, formatTokens, parseDigits } from "../ui/format"
import { TextLink } from "../ui/links"
import { PAGES } from "../ui/paths"
import { Muted, Part } from "../ui/prose"
import { useTexts } from "../ui/texts"

export function BalancesPart({ balances: given }: { balances: OnchainOverviewBalances }) {
  const { t, locale } = useTexts()
  const { balances, problem, fiat_total: total, currency_code: currency, is_complete: isComplete } = given
  return (
    <Container className="p-0">
      <Part
        title={t("overview.balances")}
        hint={total === null ? undefined : t("overview.balancesHint")}
        action={
          <TextLink to={PAGES.balances} className="txt-compact-small-plus shrink-0">
            {t("menu.balances")}
          </TextLink>
        }
      >
        {total !== null && (
          <Text size="xlarge" weight="plus" className="tabular-nums">
            <bdi>{formatFiat(total, currency, locale)}</bdi>
          </Text>
        )}
        {problem && <Muted>{t(`overview.balancesProblem.${problem}`)}</Muted>}
        {balances?.length === 0 && <Muted>{t("overview.noBalances")}</Muted>}
        {balances && balances.length > 0 && (
          <ul className="-mx-6 divide-y border-t">
            {balances.map((one) => (
              <Balance
                key={`${one.network_id} ${one.token} ${one.canonical_asset_id}`}
                balance={one}
                currency={currency}
              />
            ))}
          </ul>
        )}
        {balances && !isComplete && <Muted isSmall>{t("overview.balancesPartly")}</Muted>}
      </Part>
    </Container>
  )
}

function Balance({ balance, currency }: { balance: OnchainOverviewBalance; currency: string }) {
  const { t, locale } = useTexts()
  const { token, network_name: network, available, on_its_way: leaving, fiat_amount: fiat, problem } = balance
  const isLeaving = (parseDigits(leaving)?.digits ?? 0n) > 0n
  return (
    <li className="flex items-start justify-between gap-x-4 px-6 py-3">
      <div className="min-w-0">
        <Text size="small" leading="compact" weight="plus" className="break-words">
          <bdi>{token}</bdi>
        </Text>
        <Muted isSmall>
          <bdi>{network}</bdi>
        </Muted>
      </div>
      <div className="min-w-0 text-end">
        <Text size="small" leading="compact" className="break-words tabular-nums">
          <bdi>{formatTokens(available, token, locale)}</bdi>
        </Text>
        <Muted isSmall>
          {fiat !== null ? (
            <bdi>{formatFiat(fiat, currency, locale)}</bdi>
          ) : (
            problem && t(`overview.noValue.${problem}`)
          )}
          {isLeaving && ` · ${t("overview.onItsWay", { amount: formatTokens(leaving, token, locale) })}`}
        </Muted>
      </div>
    </li>
  )
}
