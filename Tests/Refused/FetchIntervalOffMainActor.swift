// warned: 'backgroundFetchIntervalMinimum' can not be referenced from a nonisolated context
// warned: 'backgroundFetchIntervalNever' can not be referenced from a nonisolated context
// The constants of background fetch belong to UIApplication, and so to the main actor.
import UIKit

func interval(_ isFetching: Bool) -> TimeInterval {
  isFetching
    ? UIApplication.backgroundFetchIntervalMinimum : UIApplication.backgroundFetchIntervalNever
}
