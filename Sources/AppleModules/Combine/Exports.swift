// OpenCombine under Apple's name. This module adds the publishers and the extensions of Foundation
// that OpenCombine does not have.
@_exported import OpenCombine
@_exported import OpenCombineDispatch
@_exported import OpenCombineFoundation
@_exported import YobanFoundation
