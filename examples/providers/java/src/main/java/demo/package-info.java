/** A provider for Manta, whole: see docs/write-a-provider.md. */
package demo;
