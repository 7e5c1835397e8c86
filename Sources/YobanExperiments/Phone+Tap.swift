import UIKit
import YobanSimulatedOS

extension Phone {
  /// Simulates a touch on a button of the app. If there is no such button, the rows of the experiment show
  /// it, because the app does not do what they expect.
  func tap(_ button: String, in app: InstalledApp) async {
    await touch(app, button) { _ = ScreenContents.touch(button) }
  }
}
