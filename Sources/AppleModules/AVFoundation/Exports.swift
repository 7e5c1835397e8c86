// At Apple, AVFoundation contains AVFAudio. Of its own classes, those of cameras exist here.
@_exported public import AVFAudio
@_exported public import Foundation
@_exported public import QuartzCore
