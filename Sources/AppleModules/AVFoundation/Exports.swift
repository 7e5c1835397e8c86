// At Apple, AVFoundation contains AVFAudio. None of its own classes exist here.
@_exported public import AVFAudio
