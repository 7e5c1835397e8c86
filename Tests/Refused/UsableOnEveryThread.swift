// accepted
// Three properties and methods are not of the main actor, though their class or their value is.
import UIKit

func canRead(_ url: URL, in application: UIApplication) -> Bool {
  application.canOpenURL(url) && application.isProtectedDataAvailable
}

func hasScene(_ response: UNNotificationResponse) -> Bool { response.targetScene != nil }
