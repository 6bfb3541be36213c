import { defineWidgetConfig } from "@medusajs/admin-sdk"
import { Button, Container, Heading } from "@medusajs/ui"
import { useId } from "react"
import { Link } from "react-router-dom"
import { AddressList } from "../components/customer/address-list"
import { CustomerDeposits } from "../components/customer/customer-deposits"
import { LoadFailure } from "../components/load-failure"
import { useCustomer } from "../hooks/use-customer"
import { useTexts } from "../hooks/use-texts"

/** Beside a customer: the addresses they pay to and the deposits that needed a person. Nothing for those without. */
const CustomerPaymentsWidget = ({ data: { id } }: { data: { id: string } }) => {
  const { t } = useTexts()
  const headingId = useId()
  const { data: customer, isError, refetch } = useCustomer(id)
  const { addresses = [], deposits = [] } = customer ?? {}
  if (!isError && addresses.length === 0 && deposits.length === 0) return null
  return (
    <Container className="divide-y p-0" role="region" aria-labelledby={headingId}>
      <div className="flex items-center justify-between gap-x-4 px-6 py-4">
        <Heading level="h2" id={headingId}>
          {t("customer.title")}
        </Heading>
        {deposits.length > 0 && (
          <Button size="small" variant="transparent" asChild>
            <Link to={`/onchain/deposits?state=any&customer_id=${id}`}>{t("customer.all")}</Link>
          </Button>
        )}
      </div>
      {isError && <LoadFailure text={t("customer.loadFailed")} onRetry={() => void refetch()} />}
      {addresses.length > 0 && <AddressList addresses={addresses} />}
      {deposits.length > 0 && <CustomerDeposits deposits={deposits} />}
    </Container>
  )
}

export const config = defineWidgetConfig({
  id: "onchain-customer-payments",
  zone: "customer.details.side.after",
})

export default CustomerPaymentsWidget
