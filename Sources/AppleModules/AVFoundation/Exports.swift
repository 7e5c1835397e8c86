// AVFoundation contains AVFAudio at Apple. Of its own classes there is none here.
@_exported public import AVFAudio
