// warned: can not be referenced from a nonisolated context
// The constants of background fetch belong to UIApplication, and so to the main actor.
import UIKit

func interval() -> TimeInterval { UIApplication.backgroundFetchIntervalMinimum }
