// accepted
// The factories of a sound return the class that is called.
import UserNotifications

final class Chime: UNNotificationSound {}

func chime() -> Chime { Chime.criticalSoundNamed(UNNotificationSoundName("chime.caf")) }
