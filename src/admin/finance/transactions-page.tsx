import { Alert, StatusBadge, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type {
  OnchainTransaction,
  OnchainTransactionDetail,
  OnchainTransactionListResponse,
  OnchainTransactionResponse,
} from "../../types/http"
import { StepFooter, useDecisions } from "../ui/action/step-footer"
import { apiPath, useRead, useSync } from "../ui/api"
import { DetailBody, DetailPending, DrawerSection } from "../ui/drawer"
import { NoteField } from "../ui/form/fields"
import { formatAge, formatInstant, formatTokens } from "../ui/format"
import { TextLink } from "../ui/links"
import { DayRange } from "../ui/list/day-range"
import { ListPage } from "../ui/list/list-page"
import { day, NETWORK, one, text, TOKEN } from "../ui/list/list-state"
import { type ListSpec, networkColumn, transactionColumn } from "../ui/list/list-table"
import { orderName } from "../ui/names"
import { pathTo } from "../ui/paths"
import { Muted } from "../ui/prose"
import type { SectionName } from "../ui/section-tabs"
import { type Texts, type Translate, useTexts } from "../ui/texts"

const amountOf = ({ amount, token }: OnchainTransaction, { t, locale }: Texts) =>
  amount === null ? t("detail.unknown") : formatTokens(amount, token, locale)

/** The kind in words, else as the provider calls it. */
const typeName = ({ kind, type }: OnchainTransaction, t: Translate) =>
  kind === null ? (type ?? t("detail.unknown")) : t(`transactions.kind.${kind}`)

/** The two statuses that mean something here; others as the provider calls them. */
const statusName = ({ status }: OnchainTransaction, t: Translate) =>
  status === "review_required" || status === "failed" ? t(`transactions.status.${status}`) : status

const directionName = ({ direction }: OnchainTransaction, t: Translate) =>
  t(direction === null ? "detail.unknown" : `transactions.direction.${direction}`)

/** A link where the subject has a page; null without a subject. */
function Subject({ about }: Pick<OnchainTransaction, "about">) {
  const { t } = useTexts()
  if (!about) return null
  const { kind, id, order } = about
  const name = order ? orderName(order, t) : t(`transactions.about.${kind}`)
  const page = kind === "payment" ? order && pathTo.order(order.id) : pathTo[kind](id)
  return page === null ? name : <TextLink to={page}>{name}</TextLink>
}

function TransactionDetail({ id }: { id: string }) {
  const { t, locale, texts } = useTexts()
  const { data: transaction, ...reading } = useRead(apiPath("transactions", id), {
    select: (answer: OnchainTransactionResponse) => answer.transaction,
  })
  const [note, setNote] = useState("")
  if (!transaction) return <DetailPending name="transaction" reading={reading} />
  const { about, unread, reviewed, to_address, explorer } = transaction
  return (
    <DetailBody
      title={amountOf(transaction, texts)}
      badge={
        transaction.is_waiting && <StatusBadge color="orange">{t("transactions.waiting.true")}</StatusBadge>
      }
      footer={transaction.is_waiting && <ReviewFooter transaction={transaction} note={note} />}
    >
      {transaction.is_waiting && (
        <DrawerSection title="detail.decision">
          <Alert variant="warning">{unread ?? t("transaction.inReview")}</Alert>
          {unread === null && (
            <Text size="small">{t(about ? `transaction.next.${about.kind}` : "transaction.next.none")}</Text>
          )}
          <NoteField
            label={t("field.note")}
            placeholder={t("transaction.review.placeholder")}
            value={note}
            onChange={setNote}
          />
        </DrawerSection>
      )}
      {reviewed !== null && (
        <DrawerSection title="detail.decision">
          <Text size="small">
            {t("transaction.reviewed", {
              who: reviewed.by ?? t("detail.user"),
              when: formatInstant(reviewed.at, locale),
            })}
          </Text>
          <Text size="small" className="whitespace-pre-wrap break-words">
            {reviewed.note}
          </Text>
          {unread !== null && <Muted>{unread}</Muted>}
        </DrawerSection>
      )}
      <DrawerSection
        title="field.transaction"
        facts={[
          [
            "field.about",
            about ? (
              <span className="flex flex-col">
                <Subject about={about} />
                {about.by !== "reference" && <Muted isSmall>{t(`transaction.linkedBy.${about.by}`)}</Muted>}
              </span>
            ) : (
              t("detail.unknown")
            ),
          ],
          ["field.direction", directionName(transaction, t)],
          ["field.type", typeName(transaction, t)],
          ["field.status", statusName(transaction, t)],
          ["field.network", transaction.network_name],
          ["transactions.at", transaction.at, "at"],
          // Of a payment it may be a reusable address, which is never offered for copying unconfirmed.
          [
            "field.address",
            to_address,
            transaction.direction === "out" ? "copy" : "exact",
            explorer.address_url,
          ],
          ["field.memo", transaction.memo, "copy"],
          ["field.transaction", transaction.tx_hash, "copy", explorer.tx_url],
          ["payment.reference", transaction.reference, "copy"],
          ["transaction.id", transaction.id, "copy"],
        ]}
      />
      {transaction.raw !== null && (
        <DrawerSection title="transaction.raw">
          <pre
            tabIndex={0}
            aria-label={t("transaction.raw")}
            className="bg-ui-bg-subtle txt-compact-xsmall focus-visible:shadow-borders-focus max-h-96 overflow-auto whitespace-pre-wrap break-all rounded-lg border p-3 font-mono [font-variant-ligatures:none] outline-none"
          >
            {transaction.raw}
          </pre>
        </DrawerSection>
      )}
    </DetailBody>
  )
}

type ReviewFooterProps = { transaction: OnchainTransactionDetail; note: string }

function ReviewFooter({ transaction: { id }, note }: ReviewFooterProps) {
  const { t } = useTexts()
  const decisions = useDecisions<OnchainTransactionResponse>(apiPath("transactions", id))
  const written = note.trim()
  const review = {
    label: t("contradiction.button"),
    reason: written ? null : t("transaction.review.write"),
    run: decisions.post("review", { note: written }, () => toast.success(t("transaction.review.done"))),
  }
  return <StepFooter steps={{ review }} primary="review" decisions={decisions} />
}

const DAYS = ["from", "to"] as const

const TRANSACTIONS: ListSpec<OnchainTransaction, OnchainTransactionListResponse> = {
  name: "transactions",
  guide: "balances",
  path: apiPath("transactions"),
  rows: ({ transactions }) => transactions,
  order: "-at",
  filters: [
    one("direction", "field.direction", "transactions.direction.*"),
    one("waiting", "field.status", "transactions.waiting.*"),
    text("type", "field.type", "receipt"),
    TOKEN,
    NETWORK,
    ...DAYS.map(day),
  ],
  columns: (texts) => [
    {
      id: "amount",
      label: "field.amount",
      isAmount: true,
      opens: (row) => amountOf(row, texts),
    },
    {
      id: "direction",
      label: "field.direction",
      show: (row) => directionName(row, texts.t),
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
    networkColumn(),
    {
      id: "about",
      label: "field.about",
      show: ({ about }) => (about ? <Subject about={about} /> : "–"),
      maxSize: 160,
    },
    transactionColumn(texts, 220),
    { id: "at", label: "transactions.at", at: ({ at }) => at },
  ],
}

/** Those that the provider holds for review, until an operator has looked at them. */
const IN_REVIEW = { ...TRANSACTIONS, initial: { name: "waiting", value: "true" } }

export const TransactionsPage = () => <Page section="balances" spec={TRANSACTIONS} />
export const ReviewTransactionsPage = () => <Page section="review" spec={IN_REVIEW} />

function Page({ section, spec }: { section: SectionName; spec: typeof TRANSACTIONS }) {
  const refresh = useSync("transactions")
  return (
    <ListPage
      section={section}
      param="transaction_id"
      spec={spec}
      refresh={refresh}
      controls={(list) => <DayRange list={list} names={DAYS} />}
      footer={(answer) => <Footer {...answer} />}
      detail={(id) => <TransactionDetail id={id} />}
    />
  )
}

function Footer({ count, is_count_exact, sync }: OnchainTransactionListResponse) {
  const { t } = useTexts()
  return (
    <>
      {!is_count_exact && (
        <Text size="small" className="border-t px-6 py-3">
          {t("transactions.tooMany", { count })}
        </Text>
      )}
      <div className="border-t px-6 py-3">
        <Muted>{useSyncWords(sync)}</Muted>
        {sync.last_error !== null && (
          <Text size="small" className="break-words">
            {t("transactions.readFailed", { error: sync.last_error })}
          </Text>
        )}
      </div>
    </>
  )
}

/** The list is as old as its last complete reading; a later look for new rows does not refresh the rest. */
function useSyncWords({
  is_running,
  finished_at: whole,
  looked_at: looked,
}: OnchainTransactionListResponse["sync"]): string {
  const { t, locale } = useTexts()
  if (is_running) return t("transactions.reading")
  const age = (at: string) => formatAge(at, Date.now(), locale)
  const read = whole === null ? t("transactions.readNever") : t("transactions.readAt", { age: age(whole) })
  return looked === null || looked === whole
    ? read
    : `${read} ${t("transactions.lookedAt", { age: age(looked) })}`
}
