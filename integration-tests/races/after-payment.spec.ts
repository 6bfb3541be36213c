import { raceStories } from "./storefront-and-webhook"

raceStories("after_payment")
