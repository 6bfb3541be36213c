import { FetchError } from "@medusajs/js-sdk"
import { Button, Heading, toast } from "@medusajs/ui"
import { useId, useState } from "react"
import { Link } from "react-router-dom"
import type {
  OnchainCustomerResponse,
  OnchainDeposit,
  OnchainDepositAction,
  OnchainLinkCustomerBody,
} from "../../types/http"
import { ActionMenu } from "../ui/action/action-menu"
import { apiPath, SLOW_REFRESH_MS, useAction, useRead } from "../ui/api"
import { Box } from "../ui/box"
import { SideDrawer } from "../ui/drawer"
import { Age, ReusableAddress } from "../ui/facts"
import { fieldProblem, LoadFailure } from "../ui/failure"
import { TextField } from "../ui/form/fields"
import { TextLink } from "../ui/links"
import { StateBadge } from "../ui/state-badge"
import { Muted, Strong } from "../ui/prose"
import { useTexts } from "../ui/texts"
import { ACTIONS } from "./deposit-actions"
import { DepositDetail } from "./deposit-detail"
import { depositAmount, reasonTitle } from "./describe"
import { PAGES } from "../ui/paths"

const SHOWN = 5
/** The server lists no more. */
const LISTED = 20

type Opened = { id: string; first: OnchainDepositAction | null }

/** Beside a customer: payment addresses, and the deposits in review with their actions. Nothing for customers without. */
export function CustomerBox({ data: { id, email } }: { data: { id: string; email?: string | null } }) {
  const { t } = useTexts()
  const [opened, setOpened] = useState<Opened | null>(null)
  const depositsId = useId()
  const {
    data: customer,
    error,
    refetch,
  } = useRead(apiPath("customers", id), {
    select: (answer: OnchainCustomerResponse) => answer.customer,
    refreshMs: SLOW_REFRESH_MS,
  })
  const close = () => {
    setOpened(null)
    void refetch()
  }
  const { addresses = [], deposits = [], needs_link: needsLink = false } = customer ?? {}
  // A user without the permission sees no error beside every customer.
  if (error instanceof FetchError && error.status === 403) return null
  if (!error && !needsLink && opened === null && addresses.length === 0 && deposits.length === 0) return null
  return (
    <Box
      title={t("menu.onchain")}
      action={
        email && (
          <Button size="small" variant="transparent" asChild>
            <Link to={`${PAGES.payments}?q=${encodeURIComponent(email)}`}>{t("menu.payments")}</Link>
          </Button>
        )
      }
      isWidget
    >
      {error && <LoadFailure text={t("customer.loadFailed")} onRetry={() => void refetch()} />}
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
        <div className="flex flex-col gap-y-3 px-6 py-4">
          <Heading level="h3" id={depositsId}>
            {t("customer.deposits")}
          </Heading>
          <ul aria-labelledby={depositsId} className="flex flex-col gap-y-3">
            {deposits.slice(0, SHOWN).map((deposit) => (
              <li key={deposit.id}>
                <Deposit deposit={deposit} onOpen={(first) => setOpened({ id: deposit.id, first })} />
              </li>
            ))}
          </ul>
          {deposits.length > SHOWN && (
            <Muted isSmall>
              {t("customer.shown", {
                shown: SHOWN,
                total: deposits.length < LISTED ? deposits.length : `${LISTED}+`,
              })}
            </Muted>
          )}
        </div>
      )}
      <div className="px-6 py-4">
        <TextLink
          to={`${PAGES.deposits}?state=any&customer_id=${encodeURIComponent(id)}`}
          className="txt-compact-small"
        >
          {t("customer.all")}
        </TextLink>
      </div>
      <SideDrawer id={opened?.id ?? null} onClose={close}>
        {(depositId) => <DepositDetail key={depositId} id={depositId} first={opened?.first ?? null} />}
      </SideDrawer>
    </Box>
  )
}

type DepositProps = {
  deposit: OnchainDeposit
  /** Opens its drawer, which asks for the action first. */
  onOpen: (first: OnchainDepositAction | null) => void
}

function Deposit({ deposit, onOpen }: DepositProps) {
  const { t, texts } = useTexts()
  const { state, network_name: network, observed_at: at, bulk } = deposit
  const amount = depositAmount(deposit, texts)
  const toItem = (name: OnchainDepositAction) => {
    // Only its drawer knows whether an order fits.
    const choice = name === "assign" ? null : bulk[name]
    return {
      label: t(`action.${name}.button`),
      isDangerous: name === "refund",
      isDisabled: choice?.is_possible === false,
      reason: choice?.reason,
      onSelect: () => onOpen(name),
    }
  }
  return (
    <div className="flex items-start justify-between gap-x-2">
      <div className="min-w-0">
        <Strong>
          <bdi>{amount}</bdi>
        </Strong>
        <Muted isSmall>{reasonTitle(deposit, t)}</Muted>
        <Muted isSmall>
          <bdi>{network}</bdi> · <Age at={at} />
        </Muted>
      </div>
      <span className="flex shrink-0 items-center gap-x-1">
        {state !== "in_review" && <StateBadge of="state" state={state} />}
        <Button
          size="small"
          variant="secondary"
          aria-label={t("customer.review", { amount })}
          onClick={() => onOpen(null)}
        >
          {t("paymentAction.review")}
        </Button>
        {state === "in_review" && <ActionMenu groups={[ACTIONS.map(toItem)]} of={amount} />}
      </span>
    </div>
  )
}

/** After a database was restored, the provider may know the customer under an ID that only its dashboard shows. */
function CustomerLink({ id }: { id: string }) {
  const { t } = useTexts()
  const [value, setValue] = useState("")
  const link = useAction<OnchainCustomerResponse, boolean>((is_confirmed) => {
    const body: OnchainLinkCustomerBody = { gateway_customer_id: value, is_confirmed }
    return { path: apiPath("customers", id, "link"), body }
  })
  const problem = fieldProblem(link.error)
  const isUnproven = problem?.field === "is_confirmed"
  // A callback of `mutate` would not run: the form is gone once the customer is linked. The field shows an error.
  const submit = () =>
    link.mutateAsync(isUnproven).then(
      () => toast.success(t("customer.linkDone")),
      () => undefined
    )
  return (
    <form
      className="flex flex-col gap-y-3 px-6 py-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (value) void submit()
      }}
    >
      <Muted isSmall>{t("customer.linkHint")}</Muted>
      <TextField
        label={t("customer.linkId")}
        problem={link.error && (problem?.text ?? link.error.message)}
        isExact
        value={value}
        onChange={(text) => {
          if (link.error) link.reset()
          setValue(text.trim())
        }}
      />
      <Button size="small" type="submit" className="self-start" disabled={!value} isLoading={link.isPending}>
        {t(isUnproven ? "customer.confirmLink" : "customer.link")}
      </Button>
    </form>
  )
}
