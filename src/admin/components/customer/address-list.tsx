import { Text } from "@medusajs/ui"
import type { OnchainCustomerResponse } from "../../../types/http"
import { useTexts } from "../../hooks/use-texts"
import { Copyable } from "../copyable"

type AddressListProps = { addresses: OnchainCustomerResponse["customer"]["addresses"] }

/** A customer's reusable addresses, one a network. */
export function AddressList({ addresses }: AddressListProps) {
  const { t } = useTexts()
  return (
    <ul aria-label={t("customer.addresses")} className="flex flex-col gap-y-3 px-6 py-4">
      {addresses.map(({ chain, network_id, network_name, address }) => (
        <li key={`${chain} ${network_id}`} className="flex flex-col">
          <Text size="small" weight="plus" leading="compact">
            {network_name}
          </Text>
          <Copyable value={address} name={t("customer.address", { network: network_name })} />
        </li>
      ))}
    </ul>
  )
}
