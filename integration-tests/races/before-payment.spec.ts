import { raceStories } from "./storefront-and-webhook"

raceStories("before_payment")
