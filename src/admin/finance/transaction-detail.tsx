import { Alert, StatusBadge, Text, toast } from "@medusajs/ui"
import { useState } from "react"
import type { OnchainTransactionDetail } from "../../types/http"
import { ActionFooter } from "../ui/action/action-footer"
import { DetailBody, DetailPending, DrawerSection } from "../ui/drawer"
import { Facts } from "../ui/facts"
import { NoteField } from "../ui/form/fields"
import { formatInstant } from "../ui/format"
import { TextLink } from "../ui/links"
import { Muted } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { useTransaction, useTransactionReview } from "./api"
import { aboutName, directionName, pageOf, statusName, transactionAmount, typeName } from "./transaction"

export function TransactionDetail({ id }: { id: string }) {
  const { t, locale, texts } = useTexts()
  const { data: transaction, ...reading } = useTransaction(id)
  const [note, setNote] = useState("")
  if (!transaction) return <DetailPending name="transaction" reading={reading} />
  const { direction, status, network_name, to_address, memo, tx_hash, explorer, reference } = transaction
  return (
    <DetailBody
      title={transactionAmount(transaction, texts)}
      badge={
        transaction.is_waiting && <StatusBadge color="orange">{t("transactions.waiting.true")}</StatusBadge>
      }
      footer={transaction.is_waiting && <ReviewFooter transaction={transaction} note={note} />}
    >
      {transaction.is_waiting && <ReviewSection transaction={transaction} note={note} onChange={setNote} />}
      <Reviewed transaction={transaction} />
      <DrawerSection title={t("transaction.facts")}>
        <Facts
          facts={[
            [t("field.about"), <About key="about" transaction={transaction} />],
            [t("field.direction"), directionName(direction, t)],
            [t("field.type"), typeName(transaction, t)],
            [t("field.status"), statusName(status, t)],
            [t("field.network"), network_name],
            [t("transactions.at"), formatInstant(transaction.at, locale)],
            [t("field.address"), to_address, "copy", explorer.address_url],
            [t("field.memo"), memo, "copy"],
            [t("field.transaction"), tx_hash, "copy", explorer.tx_url],
            [t("transaction.reference"), reference, "copy"],
            [t("transaction.id"), transaction.id, "copy"],
          ]}
        />
      </DrawerSection>
      {transaction.raw !== null && (
        <DrawerSection title={t("transaction.raw")}>
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

type TransactionProps = { transaction: OnchainTransactionDetail }

function About({ transaction: { about } }: TransactionProps) {
  const { t } = useTexts()
  if (!about) return <>{t("detail.unknown")}</>
  const page = pageOf(about)
  const name = aboutName(about, t)
  return (
    <span className="flex flex-col">
      {page === null ? name : <TextLink to={page}>{name}</TextLink>}
      {about.by !== "reference" && <Muted isSmall>{t(`transaction.linkedBy.${about.by}`)}</Muted>}
    </span>
  )
}

function ReviewSection({
  transaction,
  note,
  onChange,
}: TransactionProps & { note: string; onChange: (note: string) => void }) {
  const { t } = useTexts()
  const { about, unread } = transaction
  return (
    <DrawerSection title={t("detail.decision")}>
      <Alert variant="warning">{unread ?? t("transaction.inReview")}</Alert>
      {unread === null && (
        <Text size="small">{t(about ? `transaction.next.${about.kind}` : "transaction.next.none")}</Text>
      )}
      <NoteField
        label={t("field.note")}
        placeholder={t("transaction.review.placeholder")}
        value={note}
        onChange={onChange}
      />
    </DrawerSection>
  )
}

function ReviewFooter({ transaction: { id }, note }: TransactionProps & { note: string }) {
  const { t } = useTexts()
  const { mutate, error, isPending } = useTransactionReview(id)
  const written = note.trim()
  const primary = {
    label: t("transaction.review.button"),
    isDisabled: !written,
    reason: t("transaction.review.write"),
    isBusy: isPending,
    onSelect: () => mutate(written, { onSuccess: () => toast.success(t("transaction.review.done")) }),
  }
  return <ActionFooter primary={primary} others={[]} error={error} />
}

function Reviewed({ transaction: { reviewed, unread } }: TransactionProps) {
  const { t, locale } = useTexts()
  if (reviewed === null) return null
  const who = reviewed.by ?? t("detail.user")
  return (
    <DrawerSection title={t("detail.decision")}>
      <Text size="small">{t("transaction.reviewed", { who, when: formatInstant(reviewed.at, locale) })}</Text>
      <Text size="small" className="whitespace-pre-wrap break-words">
        {reviewed.note}
      </Text>
      {unread !== null && <Muted>{unread}</Muted>}
    </DrawerSection>
  )
}
