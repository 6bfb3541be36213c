import { billingMutants } from "./billing-mutants"
import { customerMutants } from "./customer-mutants"
import { depositMutants, intentMutants } from "./deposit-mutants"
import { authenticationMutants, endpointMutants } from "./endpoint-mutants"
import { errorMutants } from "./error-mutants"
import { eventMutants } from "./event-mutants"
import { invoiceAnswerMutants, invoiceRequestMutants, invoiceStateMutants } from "./invoice-mutants"
import { gapMutants, limitMutants } from "./limit-mutants"
import { balanceMutants, payoutMutants, withdrawalStateMutants } from "./money-mutants"
import type { Mutants } from "./mutant"
import { pluginMutants } from "./plugin-mutants"
import { railMutants, serviceMutants } from "./service-mutants"

/** By the row whose statement they break. A type for each section says that no row is left out. */
export const mutants: Readonly<Record<string, Mutants>> = {
  ...serviceMutants,
  ...railMutants,
  ...customerMutants,
  ...invoiceRequestMutants,
  ...invoiceAnswerMutants,
  ...invoiceStateMutants,
  ...intentMutants,
  ...depositMutants,
  ...payoutMutants,
  ...withdrawalStateMutants,
  ...balanceMutants,
  ...billingMutants,
  ...endpointMutants,
  ...authenticationMutants,
  ...eventMutants,
  ...errorMutants,
  ...limitMutants,
  ...gapMutants,
  ...pluginMutants,
}
