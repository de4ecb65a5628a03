/** What a measurement found and where, and its forms for people and programs: table, JSON, page. */
package dev.palloc.bench.report;
