// Moments and seeds, in every file of the tests.
@_exported import YobanMoments
