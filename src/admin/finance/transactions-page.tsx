import { Container, StatusBadge, Text } from "@medusajs/ui"
import type { OnchainTransaction, OnchainTransactionListResponse } from "../../types/http"
import { apiPath, AREAS } from "../ui/api"
import { DayRange } from "../ui/list/day-range"
import { SideDrawer } from "../ui/drawer"
import { Copyable } from "../ui/facts"
import { TextLink } from "../ui/links"
import { useOpenItem } from "../ui/list/list-page"
import { NETWORK, one, text, TOKEN } from "../ui/list/list-state"
import type { ListSpec } from "../ui/list/list-table"
import { ListTable } from "../ui/list/list-table"
import { Muted } from "../ui/prose"
import { type SectionName, SectionTabs } from "../ui/section-tabs"
import { useTexts } from "../ui/texts"
import { useTransactionSync } from "./api"
import { TransactionDetail } from "./transaction-detail"
import { aboutName, describeSync, directionName, pageOf, transactionAmount, typeName } from "./transaction"

const DAYS = ["from", "to"] as const

const TRANSACTIONS: ListSpec<OnchainTransaction, OnchainTransactionListResponse> = {
  name: "transactions",
  guide: "balances",
  path: apiPath("transactions"),
  area: AREAS.transactions,
  rows: ({ transactions }) => transactions,
  days: DAYS,
  initial: null,
  order: "-at",
  filters: [
    one("direction", "field.direction", ["in", "out"], "transactions.direction.*"),
    one("waiting", "field.status", ["true"], "transactions.waiting.*"),
    text("type", "field.type", "receipt"),
    TOKEN,
    NETWORK,
  ],
  columns: (texts) => [
    {
      id: "amount",
      label: "field.amount",
      isAmount: true,
      opens: (row) => transactionAmount(row, texts),
      minSize: 140,
      maxSize: 220,
    },
    {
      id: "direction",
      label: "field.direction",
      show: ({ direction }) => directionName(direction, texts.t),
      maxSize: 120,
    },
    {
      id: "type",
      label: "field.type",
      show: (row) => (
        <span className="flex flex-wrap items-center gap-x-2">
          {typeName(row, texts.t)}
          {row.is_waiting && <StatusBadge color="orange">{texts.t("transactions.waiting.true")}</StatusBadge>}
        </span>
      ),
      maxSize: 220,
    },
    { id: "network_name", label: "field.network", show: (row) => row.network_name, maxSize: 140 },
    {
      id: "about",
      label: "field.about",
      show: ({ about }) => {
        if (!about) return "–"
        const page = pageOf(about)
        const name = aboutName(about, texts.t)
        return page === null ? name : <TextLink to={page}>{name}</TextLink>
      },
      maxSize: 160,
    },
    {
      id: "tx_hash",
      label: "field.transaction",
      show: ({ tx_hash: hash }) =>
        hash === null ? "–" : <Copyable value={hash} name={texts.t("field.transaction")} />,
      maxSize: 220,
    },
    { id: "at", label: "transactions.at", at: ({ at }) => at },
  ],
}

/** Those that the provider holds for review, until an operator has looked at them. */
const IN_REVIEW = { ...TRANSACTIONS, initial: { name: "waiting", value: "true" } }

export const TransactionsPage = () => <Page section="balances" spec={TRANSACTIONS} />
export const ReviewTransactionsPage = () => <Page section="review" spec={IN_REVIEW} />

function Page({ section, spec }: { section: SectionName; spec: typeof TRANSACTIONS }) {
  const { openId, open, close } = useOpenItem("transaction_id")
  const refresh = useTransactionSync()
  return (
    <div className="flex flex-col gap-y-3">
      <SectionTabs of={section} />
      <Container className="flex flex-col overflow-hidden p-0">
        <ListTable
          spec={spec}
          onOpen={open}
          refresh={refresh}
          controls={(list) => <DayRange list={list} names={DAYS} />}
          footer={(answer) => <Footer {...answer} />}
        />
        <SideDrawer id={openId} onClose={close}>
          {(id) => <TransactionDetail key={id} id={id} />}
        </SideDrawer>
      </Container>
    </div>
  )
}

function Footer({ count, is_count_exact, sync }: OnchainTransactionListResponse) {
  const { t, texts } = useTexts()
  return (
    <>
      {!is_count_exact && (
        <Text size="small" className="border-t px-6 py-3">
          {t("transactions.tooMany", { count })}
        </Text>
      )}
      <div className="border-t px-6 py-3">
        <Muted>{describeSync(sync, texts, Date.now()).join(" ")}</Muted>
        {sync.last_error !== null && (
          <Text size="small" className="break-words">
            {t("transactions.readFailed", { error: sync.last_error })}
          </Text>
        )}
      </div>
    </>
  )
}
