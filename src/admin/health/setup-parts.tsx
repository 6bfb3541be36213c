import { TriangleRightMini } from "@medusajs/icons"
import { Badge, Container, StatusBadge, Text } from "@medusajs/ui"
import type { PropsWithChildren } from "react"
import type {
  OnchainEffectiveOption,
  OnchainPayoutUser,
  OnchainSetup,
  OnchainSetupCurrency,
} from "../../types/http"
import { Copyable } from "../ui/facts"
import { formatDecimal } from "../ui/format"
import { Muted, Part, Strong } from "../ui/prose"
import { useTexts, type Texts } from "../ui/texts"
import { PRICE_WORDING } from "./setup-words"

const ROW = "flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3 first:pt-0 last:pb-0"

type UsersProps = { users: OnchainPayoutUser[]; approval: OnchainSetup["payouts"]["approval"] }

/** Users with the ids that the option takes. Emails do not work there, because an invite can use any. */
export function PayoutUsersPart({ users, approval }: UsersProps) {
  const { t, locale } = useTexts()
  const format = new Intl.DateTimeFormat(locale, { dateStyle: "medium" })
  const hint = [t("setup.users.hint"), approval === "second_user" ? t("setup.users.approval") : ""].join(" ")
  return (
    <Container className="scroll-mt-4 p-0" id="payout-users">
      <Part title={t("setup.users.title")} hint={hint.trim()}>
        <ul className="divide-y">
          {users.map((user) => (
            <li
              key={user.id}
              className="flex flex-col items-start gap-y-1 py-3 first:pt-0 last:pb-0 sm:grid sm:grid-cols-[minmax(0,1fr)_180px_96px] sm:items-center sm:gap-x-4"
            >
              <div className="min-w-0 max-w-full">
                <Strong>{user.email}</Strong>
                <Muted isSmall>
                  {t("setup.users.since", { date: format.format(new Date(user.created_at)) })}
                </Muted>
                {user.is_email_unusual && (
                  <Text size="xsmall" className="text-ui-fg-error break-words">
                    {t("setup.users.unusual")}
                  </Text>
                )}
              </div>
              <Copyable value={user.id} name={t("setup.users.idOf", { email: user.email })} />
              <StatusBadge color={user.is_allowed ? "green" : "grey"} className="whitespace-nowrap">
                {t(user.is_allowed ? "setup.users.allowed" : "setup.users.notAllowed")}
              </StatusBadge>
            </li>
          ))}
        </ul>
      </Part>
    </Container>
  )
}

export function LimitsPart({ limits }: { limits: OnchainSetup["payouts"]["limits"] }) {
  const { t, locale } = useTexts()
  const amount = (value: string | null, token: string) =>
    value === null ? t("setup.limits.none") : `${formatDecimal(value, locale)} ${token}`
  return (
    <Container className="p-0">
      <Part title={t("setup.limits.title")}>
        <ul className="divide-y">
          {limits.map(({ token, network_id, canonical_asset_id, per_withdrawal, per_day }) => (
            <li key={[token, network_id, canonical_asset_id].join()} className={ROW}>
              <div className="min-w-0">
                <Strong>{token}</Strong>
                <Muted isSmall>{network_id ?? t("setup.limits.allNetworks")}</Muted>
              </div>
              <dl className="flex gap-x-4 text-end">
                <LimitFigure name={t("setup.limits.perWithdrawal")} value={amount(per_withdrawal, token)} />
                <LimitFigure name={t("setup.limits.perDay")} value={amount(per_day, token)} />
              </dl>
            </li>
          ))}
        </ul>
      </Part>
    </Container>
  )
}

function LimitFigure({ name, value }: { name: string; value: string }) {
  return (
    <div className="w-24">
      <dt>
        <Muted isSmall>{name}</Muted>
      </dt>
      <dd className="txt-compact-small tabular-nums">{value}</dd>
    </div>
  )
}

/** One currency is open; several are folded, each with how many of its tokens have a price. */
export function PricesPart({ currencies }: { currencies: OnchainSetupCurrency[] }) {
  const { t } = useTexts()
  return (
    <Container className="p-0">
      <Part title={t("setup.prices.title")} hint={t("setup.prices.hint")}>
        <div className="flex flex-col gap-y-3">
          {currencies.map((currency) => (
            <CurrencyPrices key={currency.code} currency={currency} />
          ))}
        </div>
      </Part>
    </Container>
  )
}

function CurrencyPrices({ currency: { code, regions, rails } }: { currency: OnchainSetupCurrency }) {
  const { t, texts } = useTexts()
  const priced = rails.filter(({ price }) => price !== null).length
  return (
    <Fold
      summary={`${code.toUpperCase()} · ${regions.join(", ")}`}
      note={t("setup.prices.summary", { count: rails.length, priced })}
    >
      <ul className="divide-y">
        {rails.map(({ id, token, network_name, price, source, reason }) => (
          <li key={id} className="flex items-baseline justify-between gap-x-4 py-2">
            <span className="txt-compact-small min-w-0 break-words">
              {token} <span className="text-ui-fg-subtle">{network_name}</span>
            </span>
            <span className="txt-compact-small shrink-0 text-end tabular-nums">
              {price === null ? (
                <span className="text-ui-fg-subtle">{reasonWords(reason, texts)}</span>
              ) : (
                <>
                  {formatDecimal(price, texts.locale)} {code.toUpperCase()}{" "}
                  <span className="text-ui-fg-subtle">{source}</span>
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** A reason of a later version is shown as it is. */
function reasonWords(reason: string | null, { t }: Texts): string {
  if (reason === null) return t("detail.unknown")
  return Object.hasOwn(PRICE_WORDING, reason) ? t(`setup.prices.reason.${reason}`) : reason
}

export function OptionsPart({ options }: { options: OnchainEffectiveOption[] }) {
  const { t } = useTexts()
  return (
    <Container className="p-0">
      <Part title={t("setup.options.title")} hint={t("setup.options.hint")}>
        <Fold summary={t("setup.options.show", { count: options.length })}>
          <dl className="divide-y">
            {options.map((option) => (
              <div
                key={option.name}
                className="grid grid-cols-1 gap-x-4 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_72px]"
              >
                <dt className="txt-compact-small break-all font-mono [font-variant-ligatures:none]" dir="ltr">
                  {option.name}
                </dt>
                <dd
                  className="txt-compact-small text-ui-fg-subtle max-h-40 overflow-auto break-all"
                  dir="ltr"
                >
                  <OptionValue option={option} />
                </dd>
                <dd className="justify-self-start sm:justify-self-end">
                  <Badge size="2xsmall" color={option.is_default ? "grey" : "blue"}>
                    {t(option.is_default ? "setup.options.isDefault" : "setup.options.changed")}
                  </Badge>
                </dd>
              </div>
            ))}
          </dl>
        </Fold>
      </Part>
    </Container>
  )
}

function OptionValue({ option: { value, secrets } }: { option: OnchainEffectiveOption }) {
  const { t } = useTexts()
  if (secrets === null) return value === null || value === "null" ? <>–</> : <>{value}</>
  return <>{secrets === 0 ? t("setup.options.notSet") : t("setup.options.secrets", { count: secrets })}</>
}

/** Opens and closes, with the keyboard too. */
function Fold({ summary, note, children }: PropsWithChildren<{ summary: string; note?: string }>) {
  return (
    <details className="group">
      <summary className="txt-compact-small focus-visible:shadow-borders-focus flex cursor-pointer list-none items-center justify-between gap-x-4 rounded-md outline-none">
        <span className="flex min-w-0 items-center gap-x-2">
          <TriangleRightMini className="text-ui-fg-muted shrink-0 transition-transform group-open:rotate-90 rtl:rotate-180 rtl:group-open:rotate-90" />
          <Strong>{summary}</Strong>
        </span>
        {note && <span className="text-ui-fg-subtle shrink-0">{note}</span>}
      </summary>
      <div className="pt-3">{children}</div>
    </details>
  )
}
