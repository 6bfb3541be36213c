import { Button, Container, Heading } from "@medusajs/ui"
import { useId, useState } from "react"
import { Link } from "react-router-dom"
import type { OnchainCustomerResponse, OnchainLinkCustomerBody } from "../../types/http"
import { apiPath, useAction, useRead } from "../ui/api"
import { Age, ReusableAddress } from "../ui/facts"
import { fieldProblem, LoadFailure } from "../ui/failure"
import { TextField } from "../ui/form/fields"
import { TextLink } from "../ui/links"
import { StateBadge } from "../ui/state-badge"
import { Muted, Strong } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { depositAmount } from "./describe"
import { PAGES, pathTo } from "../ui/paths"

const SHOWN = 5

/** Beside a customer: payment addresses and the latest deposits in review. Nothing for customers without. */
export function CustomerBox({ data: { id, email } }: { data: { id: string; email?: string | null } }) {
  const { t, texts } = useTexts()
  const headingId = useId()
  const {
    data: customer,
    isError,
    refetch,
  } = useRead(apiPath("customers", id), {
    select: (answer: OnchainCustomerResponse) => answer.customer,
    refreshMs: false,
  })
  const { addresses = [], deposits = [], needs_link: needsLink = false } = customer ?? {}
  if (!isError && !needsLink && addresses.length === 0 && deposits.length === 0) return null
  return (
    <Container className="divide-y p-0" role="region" aria-labelledby={headingId}>
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Heading level="h2" id={headingId}>
          {t("customer.title")}
        </Heading>
        {email && (
          <Button size="small" variant="transparent" asChild>
            <Link to={`${PAGES.payments}?q=${encodeURIComponent(email)}`}>{t("customer.payments")}</Link>
          </Button>
        )}
      </div>
      {isError && <LoadFailure text={t("customer.loadFailed")} onRetry={() => void refetch()} />}
      {needsLink && <CustomerLink id={id} />}
      {addresses.length > 0 && (
        <ul aria-label={t("customer.addresses")} className="flex flex-col gap-y-3 px-6 py-4">
          {addresses.map(({ chain, network_id, network_name: network, address, ensured_at }) => (
            <li key={`${chain} ${network_id}`} className="flex flex-col">
              <Strong>{network}</Strong>
              <ReusableAddress
                value={address}
                name={t("customer.address", { network })}
                confirmedAt={ensured_at}
              />
            </li>
          ))}
        </ul>
      )}
      {deposits.length > 0 && (
        <ul aria-label={t("customer.deposits")} className="flex flex-col gap-y-3 px-6 py-4">
          {deposits.slice(0, SHOWN).map((deposit) => (
            <li key={deposit.id} className="flex items-center justify-between gap-x-4">
              <div className="flex min-w-0 flex-col">
                <TextLink to={pathTo.deposit(deposit.id)} className="txt-compact-small-plus truncate">
                  {depositAmount(deposit, texts)}
                </TextLink>
                <Muted isSmall>
                  <Age at={deposit.observed_at} />
                </Muted>
              </div>
              <StateBadge of="state" state={deposit.state} />
            </li>
          ))}
          <li>
            <TextLink
              to={`${PAGES.deposits}?state=any&customer_id=${encodeURIComponent(id)}`}
              className="txt-compact-small"
            >
              {t("customer.all")}
            </TextLink>
          </li>
        </ul>
      )}
    </Container>
  )
}

/** After a database was restored, the provider may know the customer under an ID that only its dashboard shows. */
function CustomerLink({ id }: { id: string }) {
  const { t } = useTexts()
  const [value, setValue] = useState("")
  const link = useAction<OnchainCustomerResponse>(() => {
    const body: OnchainLinkCustomerBody = { gateway_customer_id: value }
    return { path: apiPath("customers", id, "link"), body }
  })
  return (
    <form
      className="flex flex-col gap-y-3 px-6 py-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (value) link.mutate()
      }}
    >
      <Muted isSmall>{t("customer.linkHint")}</Muted>
      <TextField
        label={t("customer.linkId")}
        problem={link.error && (fieldProblem(link.error)?.text ?? link.error.message)}
        isExact
        value={value}
        onChange={(text) => {
          if (link.error) link.reset()
          setValue(text.trim())
        }}
      />
      <Button size="small" type="submit" className="self-start" disabled={!value} isLoading={link.isPending}>
        {t("customer.link")}
      </Button>
    </form>
  )
}
