// warned: does not conform to
// An asynchronous sequence of notifications keeps the object, which must be Sendable.
import UIKit

final class Player { var volume = 0 }

func follow(_ player: Player) async {
  let name = Notification.Name("volume")
  for await _ in NotificationCenter.default.notifications(named: name, object: player) { return }
}
